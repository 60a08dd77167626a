//go:build unix

package cost_test

import (
	"context"
	"testing"
	"time"

	"github.com/reslint/reslint/bench/internal/cost"
)

func TestMeasure(t *testing.T) {
	t.Parallel()
	run, err := cost.Measure(context.Background(), t.TempDir(), []string{"X=y"}, "/bin/sh", "-c", `echo "$X"; echo "$1" >&2; exit 3`, "sh", "z")
	if err != nil || run.Exit != 3 || string(run.Stdout) != "y\n" || string(run.Stderr) != "z\n" {
		t.Errorf("got %d, %q, %q, %v", run.Exit, run.Stdout, run.Stderr, err)
	}
	if run.Peak < 100<<10 || run.Peak > 1<<30 {
		t.Errorf("a shell took %d bytes", run.Peak)
	}
}

// What a program's own programs take counts as well.
func TestMeasureCountsChildren(t *testing.T) {
	t.Parallel()
	const busy = `i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done`
	run, err := cost.Measure(context.Background(), t.TempDir(), nil, "/bin/sh", "-c", `sh -c "$1"; exit 0`, "sh", busy)
	if err != nil || run.CPU() < 20*time.Millisecond {
		t.Errorf("got %v, %v, want the time of the inner shell", run.CPU(), err)
	}
}

func TestMeasureFails(t *testing.T) {
	t.Parallel()
	if _, err := cost.Measure(context.Background(), t.TempDir(), nil, "/bin/sh", "-c", "kill -9 $$"); err == nil {
		t.Error("a program that a signal ended is taken for one that ended by itself")
	}
	if _, err := cost.Measure(context.Background(), t.TempDir(), nil, "./none"); err == nil {
		t.Error("a program that is not there gives no error")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if _, err := cost.Measure(ctx, t.TempDir(), nil, "/bin/sleep", "60"); err == nil {
		t.Error("a program that took too long gives no error")
	}
}

func TestMedian(t *testing.T) {
	t.Parallel()
	costs := []cost.Cost{{User: 5, System: 1, Peak: 10}, {User: 1, System: 9, Peak: 30}, {User: 3, System: 2, Peak: 20}, {User: 9, System: 3, Peak: 40}}
	if got, want := cost.Median(costs), (cost.Cost{User: 3, System: 2, Peak: 20}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := cost.Median(nil); got != (cost.Cost{}) {
		t.Errorf("got %+v for no runs", got)
	}
}
