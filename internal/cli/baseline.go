package cli

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/reslint/reslint/internal/baseline"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/report"
)

// baselineName is what "reslint baseline" writes where it is given no name.
const baselineName = ".reslint-baseline"

// baseline is "reslint baseline": a check whose findings go into the file.
func (a app) baseline(fs *flag.FlagSet) runner {
	f := &checkFlags{format: formats()[0], writeBaseline: true, baseline: baselineName}
	f.register(fs)
	f.registerScope(fs, a)
	fs.StringVar(&f.baseline, "baseline", f.baseline, "write `FILE`, to give it to -baseline in later runs")
	return func(ctx context.Context, args []string) error { return a.runCheck(ctx, f, args) }
}

// A hiding is a baseline that has been read.
type hiding struct {
	name    string // as the user gave it
	path    string
	entries []baseline.Entry
}

// readBaseline reads the baseline that the flags name. It is nil where they name none, or one to be written.
func readBaseline(f *checkFlags, dir string) (*hiding, error) {
	if f.baseline == "" || f.writeBaseline {
		return nil, nil
	}
	h := &hiding{name: f.baseline, path: inDir(dir, f.baseline)}
	src, err := os.ReadFile(h.path)
	if err != nil {
		return nil, fmt.Errorf("%s:1: %w", h.name, bare(err))
	}
	h.entries, err = baseline.Parse(h.name, src)
	return h, err
}

// apply takes the findings of the baseline out of the report. Entries are gone that a run over everything below dir
// would have to find again: not those of checks that are off, or of other directories.
func (h *hiding) apply(rep *report.Report, dir string, everything bool, shown func(check string) bool) {
	known, found := make(map[string]bool), make(map[string]bool)
	for _, f := range rep.Findings {
		found[f.Fingerprint] = true
	}
	gone := 0
	for _, e := range h.entries {
		if known[e.Fingerprint] {
			continue // a merge has kept both of one
		}
		known[e.Fingerprint] = true
		file, err := filepath.Rel(dir, filepath.Join(filepath.Dir(h.path), filepath.FromSlash(e.File)))
		if everything && !found[e.Fingerprint] && shown(e.Check) && err == nil && filepath.IsLocal(file) {
			gone++
		}
	}
	rep.HideBaseline(h.name, known, gone)
}

// shown tells of each check whether its findings are wanted. One that does not exist any more has none, and its
// entries are gone.
func (a app) shown(cfg *config.Config) func(check string) bool {
	policy := cfg.Policy()
	off := make(map[string]bool)
	for _, c := range a.checks() {
		off[c.Name] = !policy.Shown(c)
	}
	return func(check string) bool { return !off[check] }
}

// saveBaseline writes all findings of a run over everything.
func (a app) saveBaseline(f *checkFlags, dir string, rep *report.Report) error {
	if len(rep.Problems) > 0 {
		return fmt.Errorf("%s: not written, because not everything could be checked", f.baseline)
	}
	path := inDir(dir, f.baseline)
	var b bytes.Buffer
	err := baseline.Write(&b, rep, func(file string) string {
		return report.Relative(filepath.Dir(path), inDir(dir, filepath.FromSlash(file)))
	})
	if err == nil {
		err = replace(path, b.Bytes())
	}
	if err != nil {
		return fmt.Errorf("%s: not written: %w", f.baseline, err)
	}
	_, err = fmt.Fprintf(a.Stdout, "wrote %s: %s\n", f.baseline, amount(len(rep.Findings), "finding"))
	return err
}
