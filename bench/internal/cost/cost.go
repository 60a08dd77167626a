//go:build unix

// Package cost runs programs and tells what they take.
package cost

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"syscall"
	"time"
)

// A Cost is what one run of a program takes, with those that it starts and waits for, such as the go command.
type Cost struct {
	User, System time.Duration
	Peak         int64 // bytes of the largest process among them at its largest; they are not added up
}

// CPU is the time on all processors together.
func (c Cost) CPU() time.Duration { return c.User + c.System }

// Megabytes is the peak in units of 2^20 bytes.
func (c Cost) Megabytes() float64 { return float64(c.Peak) / (1 << 20) }

// A Run is a program that has ended by itself.
type Run struct {
	Cost
	Exit           int // its exit status
	Stdout, Stderr []byte
}

// Measure runs the program in a directory to its end, with an environment; nil is that of the process. The error says
// that it did not start, that the context ended it, or that a signal did; any exit status is a Run.
func Measure(ctx context.Context, dir string, env []string, program string, args ...string) (Run, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env = dir, env
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && (ctx.Err() != nil || !errors.As(err, &exit) || !exit.Exited()) {
		return Run{}, fmt.Errorf("%s: %w\n%s", program, err, stderr.Bytes())
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return Run{
		Cost: Cost{
			User:   cmd.ProcessState.UserTime(),
			System: cmd.ProcessState.SystemTime(),
			Peak:   usage.Maxrss << 10, // KiB on Linux
		},
		Exit:   cmd.ProcessState.ExitCode(),
		Stdout: stdout.Bytes(),
		Stderr: stderr.Bytes(),
	}, nil
}

// Median is the median of each number by itself, the lower one of the two in the middle where they are even; zero
// where there are no costs.
func Median(costs []Cost) Cost {
	return Cost{
		User:   median(costs, func(c Cost) time.Duration { return c.User }),
		System: median(costs, func(c Cost) time.Duration { return c.System }),
		Peak:   median(costs, func(c Cost) int64 { return c.Peak }),
	}
}

func median[T cmp.Ordered](costs []Cost, of func(Cost) T) T {
	var all []T
	for _, c := range costs {
		all = append(all, of(c))
	}
	if len(all) == 0 {
		var zero T
		return zero
	}
	slices.Sort(all)
	return all[(len(all)-1)/2]
}
