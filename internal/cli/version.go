package cli

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version is the version of the running reslint as the go command recorded it: a release, a pseudo-version, or
// "(devel)" where it recorded none.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(devel)"
	}
	return cmp.Or(info.Main.Version, "(devel)")
}

func (a app) version(*flag.FlagSet) runner {
	return func(_ context.Context, args []string) error {
		if len(args) > 0 {
			return usagef("version takes no arguments")
		}
		_, err := fmt.Fprintf(a.Stdout, "reslint %s (%s)\n", Version(), runtime.Version())
		return err
	}
}
