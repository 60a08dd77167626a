//go:build unix

// Command compare runs reslint and loadonly in turn over directories and prints what each costs: the medians of the
// user time and of the peak memory, with those of the go command that both start.
//
// usage: compare [-n RUNS] RESLINT LOADONLY DIR...
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
)

func main() {
	runs := flag.Int("n", 5, "runs of each, at least 1")
	flag.Parse()
	args := flag.Args()
	if len(args) < 3 || *runs < 1 {
		fmt.Fprintln(os.Stderr, "usage: compare [-n RUNS] RESLINT LOADONLY DIR...")
		os.Exit(2)
	}
	fmt.Println("| directory | load only: user s / peak MB | reslint: user s / peak MB | ratio: time / memory |")
	fmt.Println("|---|---|---|---|")
	for _, dir := range args[2:] {
		if err := compare(dir, args[0], args[1], *runs); err != nil {
			fmt.Fprintf(os.Stderr, "compare: %s: %v\n", dir, err)
			os.Exit(1)
		}
	}
}

// A cost is what one run takes.
type cost struct{ seconds, megabytes float64 }

func compare(dir, reslint, loadonly string, runs int) error {
	if _, err := measure(dir, loadonly); err != nil { // fills the build cache
		return err
	}
	var floor, whole []cost
	for range runs {
		f, err := measure(dir, loadonly, "./...")
		if err != nil {
			return err
		}
		w, err := measure(dir, reslint, "./...")
		if err != nil {
			return err
		}
		floor, whole = append(floor, f), append(whole, w)
	}
	f, w := median(floor), median(whole)
	fmt.Printf("| %s | %.2f / %.0f | %.2f / %.0f | %.2f / %.2f |\n", filepath.Base(dir),
		f.seconds, f.megabytes, w.seconds, w.megabytes, w.seconds/f.seconds, w.megabytes/f.megabytes)
	return nil
}

func measure(dir, program string, args ...string) (cost, error) {
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 { // 1 is findings
		return cost{}, fmt.Errorf("%s: %v\n%s", program, err, stderr.String())
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return cost{cmd.ProcessState.UserTime().Seconds(), float64(usage.Maxrss) / 1024}, nil // Maxrss is in KiB on Linux
}

func median(costs []cost) cost {
	var seconds, megabytes []float64
	for _, c := range costs {
		seconds, megabytes = append(seconds, c.seconds), append(megabytes, c.megabytes)
	}
	slices.Sort(seconds)
	slices.Sort(megabytes)
	return cost{seconds[len(seconds)/2], megabytes[len(megabytes)/2]}
}
