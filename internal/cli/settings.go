package cli

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"slices"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/driver"
	"github.com/reslint/reslint/internal/settings"
)

// settings prints what the program's settings say: each system's numbers with where they stand, and the budget that
// the database pool leaves.
func (a app) settings(fs *flag.FlagSet) runner {
	var p place
	p.register(fs)
	f := newChoice("text", "json")
	fs.Var(f, "format", "write the settings as `FORMAT`: text or json")
	tags := fs.String("tags", "", "build tags, as a comma-separated `LIST`")
	return func(ctx context.Context, patterns []string) error {
		dir := a.within(p.dir)
		cfg, err := a.load(p)
		if err != nil {
			return err
		}
		stage, done := a.progress()
		prog, err := driver.Load(ctx, driver.Config{Dir: dir, Env: a.Env, Patterns: patterns, Tags: *tags, Progress: stage, GC: driver.LoadGC})
		done()
		if err != nil {
			return err
		}
		res, err := prog.Run(analyzers.Settings(cfg))
		if err != nil {
			return err
		}
		for _, p := range res.Problems {
			fmt.Fprintf(a.Stderr, "reslint: %s\n", p)
		}
		slices.SortStableFunc(res.Settings, func(x, y *settings.Set) int { return cmp.Compare(x.Name, y.Name) })
		if f.word == "json" {
			err = settings.WriteJSON(a.Stdout, res.Settings, cfg.Settings, dir)
		} else {
			err = settings.WriteText(a.Stdout, res.Settings, cfg.Settings)
		}
		if err == nil && len(res.Problems) > 0 {
			err = verdict(exitFailed)
		}
		return err
	}
}
