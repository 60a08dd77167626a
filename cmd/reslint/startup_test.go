package main

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// allowance is what help may take longer than that of gofmt.
const allowance = 50 * time.Millisecond

// needNoPackages are command lines that people wait for at the prompt.
var needNoPackages = [][]string{{"-h"}, {"explain", "no-timeout"}, {"rules"}, {"completion", "bash"}}

// Help takes no time, and works where there is no Go at all.
func TestStartUp(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("measures time")
	}
	bin, gofmt := build(t), filepath.Join(runtime.GOROOT(), "bin", "gofmt")
	if _, err := exec.LookPath(gofmt); err != nil {
		t.Skip(err)
	}
	for _, args := range needNoPackages {
		var took, want time.Duration
		for range 3 { // other tests run at the same time
			took, want = fastest(t, bin, args...), fastest(t, gofmt, "-h")+allowance
			if took <= want {
				break
			}
		}
		if took > want {
			t.Errorf("reslint %v takes %v, want at most %v", args, took, want)
		}
		t.Logf("reslint %v: %v, at most %v", args, took, want)
	}
}

// fastest is the shortest of several runs, where there is neither a go command nor a module.
func fastest(t testing.TB, bin string, args ...string) time.Duration {
	t.Helper()
	best := time.Hour
	for range 10 {
		cmd := exec.Command(bin, args...)
		cmd.Dir, cmd.Env = t.TempDir(), []string{"PATH="}
		start := time.Now()
		err := cmd.Run()
		best = min(best, time.Since(start))
		if err != nil {
			t.Fatalf("%s %v: %v", bin, args, err)
		}
	}
	return best
}

func BenchmarkStartUp(b *testing.B) {
	bin := build(b)
	for _, args := range needNoPackages {
		b.Run(args[0], func(b *testing.B) {
			for b.Loop() {
				if err := exec.Command(bin, args...).Run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
