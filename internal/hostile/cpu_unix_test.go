//go:build unix

package hostile_test

import (
	"syscall"
	"time"
)

// busy is the processor time that the process has had: the clock says more on a machine that has other work.
func busy() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		panic(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
