package cli

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/driver"
	"github.com/reslint/reslint/internal/report"
	"github.com/reslint/reslint/internal/rule"
)

// checkFlags are the flags of reslint check.
type checkFlags struct {
	place
	format          format
	failOn          severity
	tests           toggle
	tags            string
	require         requirements
	enable, disable checkNames
	fix, diff       bool
	outputs         outputs
	baseline        string
	writeBaseline   bool
	newFrom         string
}

// registerScope adds the flags that say what is checked.
func (f *checkFlags) registerScope(fs *flag.FlagSet, a app) {
	fs.Var(&f.tests, "tests", "check test files too")
	fs.StringVar(&f.tags, "tags", "", "build tags, as a comma-separated `LIST`")
	fs.Var(&f.require, "require", "exit 2 if fewer `THINGS` are seen, as in systems=4,clients=2")
	f.enable.valid, f.disable.valid = a.checks(), a.checks()
	fs.Var(&f.enable, "enable", "turn `CHECKS` on")
	fs.Var(&f.disable, "disable", "turn `CHECKS` off")
}

func (a app) check(fs *flag.FlagSet) runner {
	f := &checkFlags{format: formats()[0], failOn: severity(rule.Warning)}
	f.register(fs)
	f.registerScope(fs, a)
	fs.Var(&f.format, "format", "`FORMAT`: "+strings.Join(formatNames(), ", "))
	fs.Var(&f.outputs, "output", "write findings to a file as well; `FORMAT=FILE` may be repeated")
	fs.Var(&f.failOn, "fail-on", "exit 1 from this `SEVERITY` on: error, warning or note")
	fs.StringVar(&f.baseline, "baseline", "", "leave out the findings that `FILE` has")
	fs.BoolVar(&f.writeBaseline, "write-baseline", false, "write all findings to the file that -baseline names")
	fs.StringVar(&f.newFrom, "new-from", "", "leave out what the git `REVISION` had: it is checked as well")
	fs.BoolVar(&f.fix, "fix", false, "mend what is safe to mend, and report the rest")
	fs.BoolVar(&f.diff, "diff", false, "with -fix, print the changes and make none")
	return func(ctx context.Context, args []string) error { return a.runCheck(ctx, f, args) }
}

func (a app) runCheck(ctx context.Context, f *checkFlags, patterns []string) error {
	if err := f.conflict(patterns); err != nil {
		return err
	}
	dir := a.within(f.dir)
	cfg, err := a.load(f.place)
	if err == nil {
		err = f.override(cfg)
	}
	if err != nil {
		return err
	}
	hidden, err := readBaseline(f, dir)
	if err != nil {
		return err
	}
	res, err := a.analyze(ctx, f, cfg, dir, patterns)
	if err != nil {
		return err
	}
	if f.fix {
		changed, err := a.fix(dir, res, f.diff)
		if err != nil {
			return err
		}
		if changed { // places have moved, and only another look tells what is left
			if res, err = a.analyze(ctx, f, cfg, dir, patterns); err != nil {
				return err
			}
		}
	}
	if f.config == "" {
		for _, path := range a.unread(cfg, res.Modules) {
			fmt.Fprintf(a.Stderr, "reslint: %s is not read: a run has one configuration, found from its working directory upwards\n",
				report.Relative(dir, path))
		}
	}
	rep := a.newReport(dir, res)
	if hidden != nil {
		hidden.apply(rep, dir, everything(patterns) && len(res.Problems) == 0, a.shown(cfg))
	}
	if f.newFrom != "" {
		if err := a.newFrom(ctx, f, cfg, dir, patterns, rep); err != nil {
			return err
		}
	}
	return a.conclude(f, dir, rep)
}

// conflict names flags that do not go together.
func (f *checkFlags) conflict(patterns []string) error {
	switch {
	case f.diff && !f.fix:
		return usagef("-diff shows what -fix would change: give both")
	case f.diff && (f.format.name != formats()[0].name || len(f.outputs) > 0):
		return usagef("-diff takes the place of findings: leave out -format and -output")
	case f.fix && (f.newFrom != "" || f.writeBaseline):
		return usagef("-fix mends all that it can, also what is not new: run it by itself")
	case f.writeBaseline && f.newFrom != "":
		return usagef("a baseline is of all findings: leave out -new-from")
	case f.writeBaseline && f.baseline == "":
		return usagef("-write-baseline writes the file of -baseline: give both")
	case f.writeBaseline && !everything(patterns):
		return usagef("a baseline is of everything below the working directory: leave out packages")
	case f.writeBaseline && len(f.outputs) > 0:
		return usagef("what is written to a baseline is not reported: leave out -output")
	}
	return nil
}

// everything reports whether the patterns are all packages below the working directory.
func everything(patterns []string) bool {
	return len(patterns) == 0 || len(patterns) == 1 && patterns[0] == "./..."
}

// newReport makes the report of a run, and says what the run could not do.
func (a app) newReport(dir string, res *driver.Result) *report.Report {
	rep := report.New(Version(), dir, res.Fset, res.Seen, res.Findings)
	for _, p := range res.Problems {
		rep.Problems = append(rep.Problems, p.String())
		fmt.Fprintf(a.Stderr, "reslint: %s\n", p)
	}
	for _, u := range res.Unanalysed {
		fmt.Fprintf(a.Stderr, "reslint: not analysed: %s\n", rule.Sanitize(u))
	}
	return rep
}

// override makes what the flags say part of the configuration.
func (f *checkFlags) override(cfg *config.Config) error {
	if f.tests.set {
		cfg.Tests = f.tests.on
	}
	if cfg.Checks == nil {
		cfg.Checks = make(map[string]config.Level)
	}
	for _, name := range f.enable.names {
		if slices.Contains(f.disable.names, name) {
			return usagef("%s is both in -enable and in -disable", name)
		}
		if level := cfg.Checks[name]; level == "" || level == config.Off {
			cfg.Checks[name] = config.On
		}
	}
	for _, name := range f.disable.names {
		cfg.Checks[name] = config.Off
	}
	return nil
}

func (a app) analyze(ctx context.Context, f *checkFlags, cfg *config.Config, dir string, patterns []string) (*driver.Result, error) {
	stage, done := a.progress()
	defer done()
	prog, err := driver.Load(ctx, driver.Config{
		Dir: dir, Env: a.Env, Patterns: patterns, Tags: f.tags, Tests: cfg.Tests, Progress: stage, GC: driver.LoadGC,
	})
	if err != nil {
		return nil, err
	}
	return prog.Run(a.suite(analyzers.Options{Config: cfg}))
}

// conclude writes what a run has to say and decides its exit status.
func (a app) conclude(f *checkFlags, dir string, rep *report.Report) error {
	unmet := f.require.unmet(rep.Counts)
	if f.writeBaseline {
		if err := a.saveBaseline(f, dir, rep); err != nil {
			return err
		}
	} else if err := a.show(f, dir, rep); err != nil {
		return err
	}
	for _, u := range unmet {
		fmt.Fprintf(a.Stderr, "reslint: -require %s\n", u)
	}
	if rep.Baseline != nil {
		fmt.Fprintf(a.Stderr, "reslint: %s\n", rep.Baseline.Summary())
	}
	if f.format.summary && !f.writeBaseline {
		fmt.Fprintln(a.Stderr, rep.Summary())
	}
	switch {
	case len(rep.Problems) > 0 || len(unmet) > 0:
		return verdict(exitFailed)
	case !f.writeBaseline && rep.AtOrAbove(rule.Severity(f.failOn)) > 0:
		return verdict(exitFindings)
	}
	return nil
}
