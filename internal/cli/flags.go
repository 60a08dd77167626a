package cli

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/reslint/reslint/internal/nearest"
	"github.com/reslint/reslint/internal/report"
	"github.com/reslint/reslint/internal/rule"
)

// place are the flags that say where a subcommand works, and under which configuration.
type place struct{ dir, config string }

func (p *place) register(fs *flag.FlagSet) {
	fs.StringVar(&p.dir, "C", "", "run in `DIR`: packages and reported files start there")
	fs.Func("config", "configuration `FILE`, instead of .reslint.yaml here or above", func(s string) error {
		if s == "" {
			return errors.New("it names no file")
		}
		p.config = s
		return nil
	})
}

// A toggle is a flag that may be left unset.
type toggle struct{ set, on bool }

func (t *toggle) String() string   { return strconv.FormatBool(t.on) }
func (t *toggle) IsBoolFlag() bool { return true }

func (t *toggle) Set(s string) error {
	on, err := strconv.ParseBool(s)
	if err != nil {
		return errors.New("use true or false")
	}
	*t = toggle{true, on}
	return nil
}

// checkNames are the names of checks.
type checkNames struct {
	valid []*rule.Check
	names []string
}

func (c *checkNames) String() string { return strings.Join(c.names, ",") }

func (c *checkNames) Set(s string) error {
	for name := range strings.SplitSeq(s, ",") {
		name = strings.TrimSpace(name)
		if _, err := named(c.valid, name); err != nil {
			return err
		}
		c.names = append(c.names, name)
	}
	return nil
}

// named finds a check.
func named(checks []*rule.Check, name string) (*rule.Check, error) {
	var names []string
	for _, c := range checks {
		if c.Name == name {
			return c, nil
		}
		names = append(names, c.Name)
	}
	return nil, fmt.Errorf("no check %q%s; 'reslint rules' lists them", name, nearest.Hint(name, names))
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
