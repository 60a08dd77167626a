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
}

func (a app) check(fs *flag.FlagSet) runner {
	f := &checkFlags{format: formats()[0], failOn: severity(rule.Warning)}
	f.register(fs)
	fs.Var(&f.format, "format", "write findings as `FORMAT`: "+strings.Join(formatNames(), " or "))
	fs.Var(&f.failOn, "fail-on", "exit 1 from this `SEVERITY` on: error, warning or note")
	fs.Var(&f.tests, "tests", "check test files too")
	fs.StringVar(&f.tags, "tags", "", "build tags, as a comma-separated `LIST`")
	fs.Var(&f.require, "require", "exit 2 if fewer `THINGS` are seen, as in systems=4,clients=2")
	f.enable.valid, f.disable.valid = a.checks(), a.checks()
	fs.Var(&f.enable, "enable", "turn `CHECKS` on")
	fs.Var(&f.disable, "disable", "turn `CHECKS` off")
	fs.BoolVar(&f.fix, "fix", false, "mend what is safe to mend, and report the rest")
	fs.BoolVar(&f.diff, "diff", false, "with -fix, print the changes and make none")
	return func(ctx context.Context, args []string) error { return a.runCheck(ctx, f, args) }
}

func (a app) runCheck(ctx context.Context, f *checkFlags, patterns []string) error {
	switch {
	case f.diff && !f.fix:
		return usagef("-diff shows what -fix would change: give both")
	case f.diff && f.format.name != formats()[0].name:
		return usagef("-diff takes the place of findings: leave out -format")
	}
	dir := a.within(f.dir)
	cfg, err := a.load(f.place)
	if err == nil {
		err = f.override(cfg)
	}
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
	return a.conclude(f, dir, res)
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
		Dir: dir, Env: a.Env, Patterns: patterns, Tags: f.tags, Tests: cfg.Tests, Progress: stage,
	})
	if err != nil {
		return nil, err
	}
	return prog.Run(a.suite(analyzers.Options{Config: cfg}))
}

// conclude writes what a run has to say and decides its exit status.
func (a app) conclude(f *checkFlags, dir string, res *driver.Result) error {
	rep := report.New(Version(), dir, res.Fset, res.Seen, res.Findings)
	for _, p := range res.Problems {
		fmt.Fprintf(a.Stderr, "reslint: %s\n", p)
	}
	for _, u := range res.Unanalysed {
		fmt.Fprintf(a.Stderr, "reslint: not analysed: %s\n", rule.Sanitize(u))
	}
	if !f.diff {
		if err := f.format.write(a, dir, rep); err != nil {
			return fmt.Errorf("cannot write findings: %w", err)
		}
	}
	unmet := f.require.unmet(rep.Counts)
	for _, u := range unmet {
		fmt.Fprintf(a.Stderr, "reslint: -require %s\n", u)
	}
	if f.format.summary {
		fmt.Fprintln(a.Stderr, rep.Summary())
	}
	switch {
	case len(res.Problems) > 0 || len(unmet) > 0:
		return verdict(exitFailed)
	case rep.AtOrAbove(rule.Severity(f.failOn)) > 0:
		return verdict(exitFindings)
	}
	return nil
}

// A format is one way to write findings. To add one, add a row to formats.
type format struct {
	name    string
	summary bool // on standard error, for people
	write   func(a app, dir string, rep *report.Report) error
}

// formats lists the formats. The first is the default.
func formats() []format {
	return []format{
		{"text", true, app.writeText},
		{"json", false, func(a app, _ string, rep *report.Report) error { return rep.WriteJSON(a.Stdout) }},
	}
}

func (a app) writeText(dir string, rep *report.Report) error {
	if !a.StdoutIsTerm {
		return rep.WriteText(a.Stdout)
	}
	color := a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb"
	return rep.WriteTerminal(a.Stdout, report.Terminal{Dir: dir, Color: color})
}

func formatNames() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// String and Set make a format a flag.
func (f *format) String() string { return f.name }

func (f *format) Set(name string) error {
	all := formats()
	i := slices.IndexFunc(all, func(x format) bool { return x.name == name })
	if i < 0 {
		return fmt.Errorf("unknown format: use %s", strings.Join(formatNames(), " or "))
	}
	*f = all[i]
	return nil
}
