package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/driver"
	"github.com/reslint/reslint/internal/edit"
	"github.com/reslint/reslint/internal/report"
	"github.com/reslint/reslint/internal/rule"
)

// fix applies the fixes of the findings, or prints them as a unified diff. Where anything could not be checked it does
// nothing, because then it is not known what the fixes do to the rest. It reports whether files have changed.
func (a app) fix(dir string, res *driver.Result, diff bool) (changed bool, err error) {
	if len(res.Problems) > 0 {
		fmt.Fprintln(a.Stderr, "reslint: nothing fixed, because not everything could be checked")
		return false, nil
	}
	plan, err := edit.New(res.Modules, fixes(dir, res))
	if err == nil {
		if diff {
			err = a.printDiff(plan, func(name string) string { return report.Relative(dir, name) })
		} else {
			err = plan.Write()
		}
	}
	if err != nil {
		lines := strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), "")
		return false, errors.New("nothing fixed: " + strings.ReplaceAll(lines, "\n", "\nnothing fixed: "))
	}
	for _, r := range plan.Refused {
		fmt.Fprintf(a.Stderr, "reslint: not fixed: %s: %s\n", r.Fix.Label, r.Reason)
	}
	if diff {
		return false, nil
	}
	for _, f := range plan.Applied {
		fmt.Fprintf(a.Stderr, "reslint: fixed: %s\n", f.Label)
	}
	return len(plan.Changes) > 0, nil
}

// printDiff prints the changes. On a terminal, what it would obey is made visible; a file or program gets the text as it
// is, because only that can be applied.
func (a app) printDiff(plan *edit.Plan, show func(string) string) error {
	if !a.StdoutIsTerm {
		return plan.Diff(a.Stdout, show)
	}
	var b bytes.Buffer
	if err := plan.Diff(&b, show); err != nil {
		return err
	}
	_, err := io.WriteString(a.Stdout, rule.Escape(b.String(), rule.JSON))
	return err
}

// fixes lists the fixes of the findings in the modules that are checked, in order of place.
func fixes(dir string, res *driver.Result) []edit.Fix {
	found := slices.Clone(res.Findings)
	at := func(f report.Found) token.Position {
		start, _ := f.Resolve(res.Fset)
		return start
	}
	slices.SortStableFunc(found, func(x, y report.Found) int {
		p, q := at(x), at(y)
		return cmp.Or(cmp.Compare(p.Filename, q.Filename), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column),
			cmp.Compare(x.Check.Name, y.Check.Name))
	})
	var out []edit.Fix
	for _, f := range found {
		if !slices.Contains(res.Modules, f.Root) {
			continue // somebody else's code
		}
		fix, message, ok := fixOf(res.Fset, f.Finding)
		if !ok {
			continue
		}
		p := at(f)
		fix.Label = rule.Sanitize(fmt.Sprintf("%s:%d: %s: %s", report.Relative(dir, p.Filename), p.Line, f.Check.Name, message))
		out = append(out, fix)
	}
	return out
}

// fixOf is the fix of one finding, and what it does.
func fixOf(fset *token.FileSet, f rule.Finding) (fix edit.Fix, message string, ok bool) {
	switch {
	case f.FileFix != nil:
		fix, ok = inSettings(f.FileFix.Edits)
		return fix, f.FileFix.Message, ok
	case len(f.Fixes) > 0:
		fix, ok = inGo(fset, f.Fixes[0].TextEdits)
		return fix, f.Fixes[0].Message, ok
	}
	return edit.Fix{}, "", false
}

func inSettings(edits []rule.FileEdit) (fix edit.Fix, ok bool) {
	for _, e := range edits {
		if fix.File != "" && fix.File != e.File {
			return edit.Fix{}, false
		}
		fix.File = e.File
		fix.Edits = append(fix.Edits, edit.Edit{Start: e.Start, End: e.End, New: e.New})
	}
	return fix, len(edits) > 0
}

// inGo turns positions into offsets. There is no fix where the compiler sees another file than people do: one that cgo
// or a generator has made of it.
func inGo(fset *token.FileSet, edits []analysis.TextEdit) (fix edit.Fix, ok bool) {
	for _, e := range edits {
		start := fset.PositionFor(e.Pos, false)
		stop := start
		if e.End.IsValid() {
			stop = fset.PositionFor(e.End, false)
		}
		if start.Filename != fset.Position(e.Pos).Filename || fix.File != "" && fix.File != start.Filename {
			return edit.Fix{}, false
		}
		fix.File = start.Filename
		fix.Edits = append(fix.Edits, edit.Edit{Start: start.Offset, End: stop.Offset, New: string(e.NewText)})
	}
	return fix, len(edits) > 0
}
