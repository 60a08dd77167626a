package cli

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/reslint/reslint/internal/nearest"
	"github.com/reslint/reslint/internal/rule"
)

func (a app) explain(*flag.FlagSet) runner {
	return func(_ context.Context, args []string) error {
		if len(args) != 1 {
			return usagef("explain takes the name of one check; 'reslint rules' lists them")
		}
		checks := a.checks()
		i := slices.IndexFunc(checks, func(c *rule.Check) bool { return c.Name == args[0] })
		if i < 0 {
			var names []string
			for _, c := range checks {
				names = append(names, c.Name)
			}
			return fmt.Errorf("no check %q%s; 'reslint rules' lists them", args[0], nearest.Hint(args[0], names))
		}
		_, err := fmt.Fprint(a.Stdout, explanation(checks[i]))
		return err
	}
}

// explanation is the page of a check as plain text. Parts that the check does not have are left out.
func explanation(c *rule.Check) string {
	var b strings.Builder
	on := "on by default"
	if c.Off {
		on = "off by default"
	}
	fmt.Fprintf(&b, "%s (%s): %s, %s, since %s\n\n", c.Name, c.Guide, c.Severity, on, c.Since)
	fmt.Fprintf(&b, "Reported when %s.\n", c.Summary)
	section := func(title, text string) {
		if text = strings.TrimSpace(text); text != "" {
			fmt.Fprintf(&b, "\n%s\n\n%s\n", title, indent(text))
		}
	}
	section("Why", c.Why)
	section("Bad", c.Bad)
	section("Good", c.Good)
	section("How to mend it", c.HowToFix)
	section("Settings", c.Configure)
	fmt.Fprintf(&b, "\n%s\n", c.URL())
	return b.String()
}

func indent(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if l != "" {
			lines[i] = "    " + l
		}
	}
	return strings.Join(lines, "\n")
}

func (a app) rules(*flag.FlagSet) runner {
	return func(_ context.Context, args []string) error {
		if len(args) > 0 {
			return usagef("rules takes no arguments")
		}
		w := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
		for _, c := range a.checks() {
			severity := c.Severity.String()
			if c.Off {
				severity += " (off)"
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", c.Name, c.Guide, severity, c.Summary)
		}
		return w.Flush()
	}
}
