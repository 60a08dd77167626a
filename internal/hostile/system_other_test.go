//go:build !unix

package hostile_test

import (
	"testing"
	"time"
)

var began = time.Now()

func busy() time.Duration { return time.Since(began) }

// pipe makes none: there are no named pipes in directories.
func pipe(*testing.T, string, string) (read func() bool) { return func() bool { return false } }
