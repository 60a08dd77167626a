package cli

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/driver"
	"github.com/reslint/reslint/internal/nearest"
	"github.com/reslint/reslint/internal/report"
	"github.com/reslint/reslint/internal/rule"
)

// checkFlags are the flags of reslint check.
type checkFlags struct {
	dir     string
	format  format
	failOn  severity
	tests   bool
	tags    string
	require requirements
}

func (a app) check(fs *flag.FlagSet) runner {
	f := &checkFlags{format: formats()[0], failOn: severity(rule.Warning)}
	fs.StringVar(&f.dir, "C", "", "run in `DIR`: packages and reported files start there")
	fs.Var(&f.format, "format", "write findings as `FORMAT`: "+strings.Join(formatNames(), " or "))
	fs.Var(&f.failOn, "fail-on", "exit 1 from this `SEVERITY` on: error, warning or note")
	fs.BoolVar(&f.tests, "tests", false, "check test files too")
	fs.StringVar(&f.tags, "tags", "", "build tags, as a comma-separated `LIST`")
	fs.Var(&f.require, "require", "exit 2 if fewer `THINGS` are seen, as in systems=4,clients=2")
	return func(ctx context.Context, args []string) error { return a.runCheck(ctx, f, args) }
}

func (a app) runCheck(ctx context.Context, f *checkFlags, patterns []string) error {
	dir := a.within(f.dir)
	res, err := a.analyze(ctx, f, dir, patterns)
	if err != nil {
		return err
	}
	rep := report.New(Version(), dir, res.Fset, res.Seen, res.Findings)
	for _, p := range res.Problems {
		fmt.Fprintf(a.Stderr, "reslint: %s\n", p)
	}
	if err := f.format.write(a, dir, rep); err != nil {
		return fmt.Errorf("cannot write findings: %w", err)
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

func (a app) analyze(ctx context.Context, f *checkFlags, dir string, patterns []string) (*driver.Result, error) {
	stage, done := a.progress()
	defer done()
	prog, err := driver.Load(ctx, driver.Config{
		Dir: dir, Env: a.Env, Patterns: patterns, Tags: f.tags, Tests: f.tests, Progress: stage,
	})
	if err != nil {
		return nil, err
	}
	return prog.Run(a.suite(analyzers.Options{Policy: rule.Policy{Tests: f.tests}}))
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

// A severity is a rule.Severity as a flag.
type severity rule.Severity

func (s *severity) String() string { return rule.Severity(*s).String() }

func (s *severity) Set(name string) error {
	parsed, err := rule.ParseSeverity(name)
	if err != nil {
		return fmt.Errorf("unknown severity: use error, warning or note")
	}
	*s = severity(parsed)
	return nil
}

// requirements are the least numbers of things that a run must see.
type requirements []requirement

type requirement struct {
	name  string
	least int
}

func (r *requirements) String() string {
	var parts []string
	for _, q := range *r {
		parts = append(parts, fmt.Sprintf("%s=%d", q.name, q.least))
	}
	return strings.Join(parts, ",")
}

func (r *requirements) Set(s string) error {
	for part := range strings.SplitSeq(s, ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		least, err := strconv.Atoi(value)
		if !ok || err != nil || least < 0 {
			return fmt.Errorf("%q is not NAME=NUMBER", part)
		}
		if names := report.CountNames(); !slices.Contains(names, name) {
			return fmt.Errorf("nothing is counted as %q%s: use %s", name, nearest.Hint(name, names), strings.Join(names, ", "))
		}
		*r = append(*r, requirement{name, least})
	}
	return nil
}

// unmet says of each requirement that is not met what was seen.
func (r requirements) unmet(seen report.Counts) []string {
	var out []string
	for _, q := range r {
		if n, _ := seen.Of(q.name); n < q.least {
			out = append(out, fmt.Sprintf("%s=%d: only %d seen", q.name, q.least, n))
		}
	}
	return out
}
