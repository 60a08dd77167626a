//go:build unix

// Command breadth runs reslint over many modules. It compares what reslint costs with loading alone, and looks for what
// must not be: a crash, output that differs from run to run, a wrong exit status, a fix that breaks something.
//
// usage: breadth [flags] RESLINT LOADONLY [SUBJECT...]
//
//	breadth -out DIR -sample N [-seed S]
//	breadth -out DIR -docs DIR
//
// A subject is a line as the list has them, in one argument; see parseSubject. What a trial came to is written to
// OUT/outcomes, its findings to OUT/findings, one file a subject; subjects that have an outcome are left out. With
// -sample some findings are drawn from there, with -docs the table and the plot are made.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "breadth:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	b := &bench{log: os.Stdout}
	flag.StringVar(&b.out, "out", "", "directory for outcomes and findings")
	flag.StringVar(&b.work, "work", os.TempDir(), "directory for copies of modules")
	flag.StringVar(&b.repos, "repos", "", "directory with checkouts, as MODULE@VERSION with + for /, to take instead of downloading")
	flag.StringVar(&b.keep, "keep", "", "directory to leave the Go files of modules with findings in")
	flag.IntVar(&b.runs, "n", 3, "runs of each program, at least 2")
	flag.DurationVar(&b.limit, "limit", 20*time.Minute, "time for one run of a program")
	list := flag.String("list", "", "file with subjects, one a line")
	free := flag.Int("free", 12, "stop when the work directory's disk has fewer GiB free")
	draw := flag.Int("sample", 0, "print so many of the findings, spread over the checks")
	seed := flag.Uint64("seed", 1, "what -sample draws by")
	docs := flag.String("docs", "", "directory to write cost.md and cost.svg into")
	flag.Parse()
	if b.out == "" || b.runs < 2 {
		return fmt.Errorf("-out is needed, and -n of at least 2")
	}
	switch {
	case *draw > 0:
		return printSample(b.out, *draw, *seed)
	case *docs != "":
		return writeDocs(b.out, *docs)
	}
	if flag.NArg() < 2 {
		return fmt.Errorf("usage: breadth [flags] RESLINT LOADONLY [SUBJECT...]")
	}
	var err error
	if b.reslint, err = filepath.Abs(flag.Arg(0)); err != nil {
		return err
	}
	if b.loadonly, err = filepath.Abs(flag.Arg(1)); err != nil {
		return err
	}
	subjects, err := subjects(*list, flag.Args()[2:])
	if err != nil {
		return err
	}
	return b.all(ctx, subjects, *free)
}

func subjects(list string, more []string) ([]subject, error) {
	var out []subject
	if list != "" {
		var err error
		if out, err = readList(list); err != nil {
			return nil, err
		}
	}
	for _, text := range more {
		s, err := parseSubject(text)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// all tries one subject after the other and prints a line for each.
func (b *bench) all(ctx context.Context, subjects []subject, free int) error {
	for _, dir := range []string{filepath.Join(b.out, "outcomes"), filepath.Join(b.out, "findings"), b.work} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	for _, s := range subjects {
		if exists(filepath.Join(b.out, "outcomes"), s.file()+".json") {
			continue
		}
		if gib, err := freeGiB(b.work); err != nil || gib < free {
			return fmt.Errorf("%s: %d GiB free, want %d (%v)", b.work, gib, free, err)
		}
		t := &trial{bench: b, subject: s}
		err := t.run(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			t.outcome.Failed = strings.TrimSpace(err.Error())
		}
		if err := t.save(); err != nil {
			return err
		}
		fmt.Fprintf(b.log, "%s %s\n", time.Now().Format(time.TimeOnly), t.outcome)
	}
	return nil
}

func freeGiB(dir string) (int, error) {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(dir, &stat); err != nil {
		return 0, err
	}
	return int(stat.Bavail * uint64(stat.Bsize) >> 30), nil
}

// String is the outcome in one line.
func (o outcome) String() string {
	if o.Failed != "" {
		return fmt.Sprintf("%s: failed: %s", label(o), firstLines([]byte(o.Failed), 1))
	}
	text := fmt.Sprintf("%s (%s): exit %d, %d lines, %d findings, %.1f s (x%.2f), %.0f MB (x%.2f), fixes: %s",
		label(o), o.Kind, o.Exit, o.Lines, o.Findings,
		o.Check.CPU, o.Check.CPU/o.Load.CPU, o.Check.Megabytes, o.Check.Megabytes/o.Load.Megabytes, o.Fixes)
	for _, d := range o.Defects {
		text += "\n  DEFECT: " + d
	}
	return text
}

// save writes the outcome and the findings, and removes the copy or leaves its Go files where they are kept.
func (t *trial) save() error {
	if err := writeJSON(filepath.Join(t.out, "outcomes", t.file()+".json"), t.outcome); err != nil {
		return err
	}
	if err := writeFindings(t.out, t.subject, t.found.Findings); err != nil {
		return err
	}
	if t.InPlace || t.dir == "" {
		return nil
	}
	if t.keep == "" || len(t.found.Findings) == 0 {
		return os.RemoveAll(t.dir)
	}
	kept := filepath.Join(t.keep, t.file())
	if err := os.RemoveAll(kept); err != nil {
		return err
	}
	if err := keepText(t.dir, kept); err != nil {
		return err
	}
	return os.RemoveAll(t.dir)
}

// keepText copies what is of use to somebody who reads the code: Go and what configures it.
func keepText(from, to string) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == "vendor" {
			return filepath.SkipDir
		}
		switch filepath.Ext(name) {
		case ".go", ".mod", ".sum", ".work", ".yaml", ".yml", ".env":
		default:
			return nil
		}
		rel, err := filepath.Rel(from, name)
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		dest := filepath.Join(to, rel)
		if err := os.MkdirAll(filepath.Dir(dest), 0o755); err != nil {
			return err
		}
		return os.WriteFile(dest, src, 0o644)
	})
}

func writeJSON(name string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o644)
}
