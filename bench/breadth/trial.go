//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/reslint/reslint/bench/internal/cost"
)

// A bench is what all trials share.
type bench struct {
	reslint, loadonly string        // the programs
	work              string        // where copies are made
	repos             string        // checkouts that are taken instead of downloading, as DIR/MODULE@VERSION; "" is none
	keep              string        // where copies of modules with findings are left; "" is nowhere
	out               string        // where outcomes and findings are written
	runs              int           // of each program, at least 2
	limit             time.Duration // for one run
	log               io.Writer     // gets a line for each trial
}

// An outcome is what a trial came to.
type outcome struct {
	Module   string   `json:"module"`
	Version  string   `json:"version"`
	Kind     string   `json:"kind"`
	Failed   string   `json:"failed,omitempty"` // why there is nothing below
	Lines    int      `json:"lines"`            // of Go, without tests
	Packages int      `json:"packages"`
	Exit     int      `json:"exit"`
	Findings int      `json:"findings"`
	Problems []string `json:"problems"` // what reslint wrote to standard error
	Defects  []string `json:"defects"`  // what must not be
	Fixes    string   `json:"fixes"`    // what became of -fix
	Load     usage    `json:"load"`     // loading alone
	Check    usage    `json:"check"`    // reslint
}

// usage is a cost as it is written.
type usage struct {
	CPU       float64 `json:"cpuSeconds"` // user and system
	Megabytes float64 `json:"peakMegabytes"`
}

func usageOf(costs []cost.Cost) usage {
	c := cost.Median(costs)
	return usage{CPU: c.CPU().Seconds(), Megabytes: c.Megabytes()}
}

// A finding is what is read of reslint's JSON.
type finding struct {
	Check    string `json:"check"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	Pos      struct {
		File string `json:"file"`
		Line int    `json:"line"`
	} `json:"pos"`
	Fixes []json.RawMessage `json:"fixes"`
}

type document struct {
	Summary struct {
		Packages int `json:"packages"`
	} `json:"summary"`
	Findings []finding `json:"findings"`
}

// A trial is one subject's way through the bench.
type trial struct {
	*bench
	subject
	outcome outcome
	dir     string   // the copy
	env     []string // with the build tags
	found   document
}

// run takes the subject through everything. The error says that there is no outcome.
func (t *trial) run(ctx context.Context) (err error) {
	t.outcome = outcome{Module: t.Module, Version: t.Version, Kind: t.Kind, Problems: []string{}, Defects: []string{}}
	if t.dir, err = t.bring(ctx, t.subject); err != nil {
		return err
	}
	t.env = os.Environ()
	if t.Tags != "" {
		t.env = append(t.env, "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -tags="+t.Tags))
	}
	if t.outcome.Lines, err = lines(t.dir); err != nil {
		return err
	}
	if err := t.measure(ctx); err != nil {
		return err
	}
	if t.InPlace {
		return nil
	}
	return t.mend(ctx)
}

func (t *trial) start(ctx context.Context, program string, args ...string) (cost.Run, error) {
	ctx, cancel := context.WithTimeout(ctx, t.limit)
	defer cancel()
	return cost.Measure(ctx, t.dir, t.env, program, args...)
}

func (t *trial) defect(format string, args ...any) {
	t.outcome.Defects = append(t.outcome.Defects, fmt.Sprintf(format, args...))
}

// measure runs both programs in turn and looks at what reslint writes.
func (t *trial) measure(ctx context.Context) error {
	warm, err := t.start(ctx, t.loadonly, "./...") // fills the build cache
	if err != nil {
		return err
	}
	if warm.Exit != 0 {
		return fmt.Errorf("does not load: %s", firstLines(warm.Stderr, 3))
	}
	var floor, whole []cost.Cost
	var first cost.Run
	for i := range t.runs {
		load, err := t.start(ctx, t.loadonly, "./...")
		if err != nil {
			return err
		}
		check, err := t.start(ctx, t.reslint, "-format", "json", "./...")
		if err != nil {
			t.defect("did not end by itself: %v", err)
			return nil
		}
		floor, whole = append(floor, load.Cost), append(whole, check.Cost)
		if i == 0 {
			first = check
		} else if !bytes.Equal(first.Stdout, check.Stdout) || !bytes.Equal(first.Stderr, check.Stderr) || first.Exit != check.Exit {
			t.defect("run %d differs from the first one: %s", i+1, difference(first, check))
		}
	}
	t.outcome.Load, t.outcome.Check = usageOf(floor), usageOf(whole)
	t.judge(first)
	return nil
}

// judge looks at one run of reslint.
func (t *trial) judge(run cost.Run) {
	t.outcome.Exit = run.Exit
	for line := range strings.Lines(string(run.Stderr)) {
		t.outcome.Problems = append(t.outcome.Problems, strings.TrimSpace(line))
	}
	if run.Exit > 2 {
		t.defect("exit status %d", run.Exit)
	}
	if c := crash(run.Stderr); c != "" {
		t.defect("crash: %s", c)
	}
	if err := json.Unmarshal(run.Stdout, &t.found); err != nil {
		t.defect("no JSON: %v", err)
		return
	}
	t.outcome.Findings, t.outcome.Packages = len(t.found.Findings), t.found.Summary.Packages
	failing := slices.ContainsFunc(t.found.Findings, func(f finding) bool { return f.Severity != "note" })
	if want := map[bool]int{false: 0, true: 1}[failing]; run.Exit < 2 && run.Exit != want {
		t.defect("exit status %d, want %d", run.Exit, want)
	}
}

var crashForm = regexp.MustCompile(`(?m)^.*(?:panic|goroutine \d+ \[|fatal error: |SIGSEGV|internal error|not analysed).*$`)

// crash is the first line that looks like one; "" if there is none.
func crash(stderr []byte) string { return string(crashForm.Find(stderr)) }

func firstLines(text []byte, n int) string {
	all := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.Join(all[:min(n, len(all))], " | ")
}

// difference shows the first lines that differ.
func difference(a, b cost.Run) string {
	if a.Exit != b.Exit {
		return fmt.Sprintf("exit status %d and %d", a.Exit, b.Exit)
	}
	for _, pair := range [][2][]byte{{a.Stdout, b.Stdout}, {a.Stderr, b.Stderr}} {
		x, y := strings.Split(string(pair[0]), "\n"), strings.Split(string(pair[1]), "\n")
		for i := range min(len(x), len(y)) {
			if x[i] != y[i] {
				return fmt.Sprintf("line %d: %q and %q", i+1, x[i], y[i])
			}
		}
		if len(x) != len(y) {
			return fmt.Sprintf("%d and %d lines", len(x), len(y))
		}
	}
	return "nothing"
}
