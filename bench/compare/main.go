//go:build unix

// Command compare runs reslint and loadonly in turn over directories and prints what each costs: the medians of the
// user time and of the peak memory, with those of the go command that both start.
//
// usage: compare [-n RUNS] RESLINT LOADONLY DIR...
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/reslint/reslint/bench/internal/cost"
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

func compare(dir, reslint, loadonly string, runs int) error {
	if _, err := measure(dir, loadonly); err != nil { // fills the build cache
		return err
	}
	var floor, whole []cost.Cost
	for range runs {
		f, err := measure(dir, loadonly)
		if err != nil {
			return err
		}
		w, err := measure(dir, reslint)
		if err != nil {
			return err
		}
		floor, whole = append(floor, f), append(whole, w)
	}
	f, w := cost.Median(floor), cost.Median(whole)
	fmt.Printf("| %s | %.2f / %.0f | %.2f / %.0f | %.2f / %.2f |\n", filepath.Base(dir),
		f.User.Seconds(), f.Megabytes(), w.User.Seconds(), w.Megabytes(),
		w.User.Seconds()/f.User.Seconds(), w.Megabytes()/f.Megabytes())
	return nil
}

func measure(dir, program string) (cost.Cost, error) {
	run, err := cost.Measure(context.Background(), dir, nil, program, "./...")
	if err == nil && run.Exit > 1 { // 1 is findings
		err = fmt.Errorf("%s: exit status %d\n%s", program, run.Exit, run.Stderr)
	}
	return run.Cost, err
}
