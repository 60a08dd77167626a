package cli

import (
	"context"
	"flag"
	"fmt"
	"text/tabwriter"

	"github.com/reslint/reslint/internal/page"
)

func (a app) explain(*flag.FlagSet) runner {
	return func(_ context.Context, args []string) error {
		if len(args) != 1 {
			return usagef("explain takes the name of one check; 'reslint rules' lists them")
		}
		c, err := named(a.checks(), args[0])
		if err != nil {
			return err
		}
		_, err = fmt.Fprint(a.Stdout, page.Text(c))
		return err
	}
}

func (a app) rules(fs *flag.FlagSet) runner {
	f := newChoice("text", "json")
	fs.Var(f, "format", "write the table, or all that is known of each check, as `FORMAT`: text or json")
	return func(_ context.Context, args []string) error {
		switch {
		case len(args) > 0:
			return usagef("rules takes no arguments")
		case f.word == "json":
			return page.JSON(a.Stdout, a.checks())
		}
		w := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
		for _, c := range a.checks() {
			severity := c.Severity.String()
			if c.Off {
				severity += " (off)"
			}
			guide := c.Guide
			if guide == "" {
				guide = "-"
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", c.Name, guide, severity, c.Summary)
		}
		return w.Flush()
	}
}
