//go:build unix

package hostile_test

import (
	"os"
	"sync/atomic"
	"syscall"
	"testing"
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

// pipe makes a named pipe. It reports whether anybody has opened it to read, who got a text.
func pipe(t *testing.T, name, text string) (read func() bool) {
	t.Helper()
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	var opened atomic.Bool
	done := make(chan struct{})
	t.Cleanup(func() { close(done) })
	go func() {
		for {
			if f, err := os.OpenFile(name, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil { // else nobody reads
				opened.Store(true)
				f.WriteString(text)
				f.Close()
			}
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	return opened.Load
}
