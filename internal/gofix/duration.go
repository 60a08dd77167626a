package gofix

import (
	"fmt"
	"go/token"
	"slices"
	"time"
)

// A unit is what a duration is written in.
type unit struct {
	name string
	of   time.Duration
}

var units = []unit{ // largest first
	{"Hour", time.Hour}, {"Minute", time.Minute}, {"Second", time.Second}, {"Millisecond", time.Millisecond},
	{"Microsecond", time.Microsecond}, {"Nanosecond", time.Nanosecond},
}

// Duration is Go source for a positive duration at a position.
func (f *File) Duration(d time.Duration, at token.Pos) string {
	u := units[slices.IndexFunc(units, func(u unit) bool { return d%u.of == 0 })]
	name := f.Name("time", u.name, at)
	if n := d / u.of; n != 1 {
		return fmt.Sprintf("%d * %s", n, name)
	}
	return name
}
