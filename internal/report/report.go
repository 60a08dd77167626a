// Package report turns findings into what users and tools read: one writer a file.
package report

import (
	"bytes"
	"cmp"
	"go/token"
	"os"
	"path/filepath"
	"slices"

	"github.com/reslint/reslint/internal/rule"
)

// A Report is everything that a run has to say about the program.
type Report struct {
	Version  string // of reslint
	Counts   Counts
	Findings []Finding // sorted by file, line, column, check
	Problems []string  // what was not checked, and why, one line each
	Baseline *Hidden   // nil where the run has no baseline

	dir   string          // working directory
	roots []string        // the working directory and those of the modules, in order
	files map[string]bool // the source files that findings are in, whatever line directives say
}

// A Found is a finding as a pass made it, with what its fingerprint needs to know of where it belongs.
type Found struct {
	rule.Finding
	Module string // path of the module, or of the package where it is in none
	Root   string // directory of the module or package
}

// A Position is a place in a file.
type Position struct {
	File   string `json:"file"`   // relative to the working directory, with forward slashes
	Line   int    `json:"line"`   // from 1; 0 is unknown
	Column int    `json:"column"` // in bytes, from 1; 0 is unknown
}

// A Finding is one claim that the program breaks a rule, ready to print.
type Finding struct {
	Check       string        `json:"check"`
	Rule        string        `json:"rule"` // codes of the guide rules
	Severity    rule.Severity `json:"severity"`
	Analyzer    string        `json:"analyzer"`
	Message     string        `json:"message"`
	Pos         Position      `json:"pos"`
	End         Position      `json:"end"` // just behind the range
	URL         string        `json:"url"`
	System      string        `json:"system"` // "" if unknown
	Related     []Related     `json:"related"`
	Fixes       []Fix         `json:"fixes"` // at most one
	Fingerprint string        `json:"fingerprint"`
}

// Related is another place that a finding speaks of.
type Related struct {
	Message string   `json:"message"`
	Pos     Position `json:"pos"`
	End     Position `json:"end"`
}

// A Fix is a change that removes the finding.
type Fix struct {
	Message string `json:"message"`
	Edits   []Edit `json:"edits"`
}

// An Edit replaces a range of a file.
type Edit struct {
	Pos  Position `json:"pos"`
	End  Position `json:"end"`
	Text string   `json:"text"`
}

// New makes a report of findings. Files become relative to dir, the working directory.
func New(version, dir string, fset *token.FileSet, counts Counts, found []Found) *Report {
	c := converter{dir, fset}
	named := make([]fingerprinted, len(found))
	for i, f := range found {
		named[i] = fingerprinted{c.finding(f), c.identity(f)}
	}
	slices.SortStableFunc(named, func(a, b fingerprinted) int {
		return cmp.Or(
			cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column), cmp.Compare(a.Check, b.Check), cmp.Compare(a.Message, b.Message))
	})
	r := &Report{Version: version, Counts: counts, Findings: make([]Finding, len(named)), dir: dir,
		roots: roots(dir, found), files: c.files(found)}
	ordinals := make(map[string]int)
	for i, f := range named {
		f.Fingerprint = fingerprint(f.identity, ordinals[f.identity])
		ordinals[f.identity]++
		r.Findings[i] = f.Finding
	}
	return r
}

// roots are the directories that sources are in.
func roots(dir string, found []Found) []string {
	all := []string{dir}
	for _, f := range found {
		if f.Root != "" {
			all = append(all, f.Root)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (c converter) files(found []Found) map[string]bool {
	all := make(map[string]bool)
	for _, f := range found {
		for _, p := range append([]rule.Related{{Place: f.Place}}, f.Related...) {
			if p.Pos.IsValid() {
				all[c.fset.PositionFor(p.Pos, false).Filename] = true
			}
		}
	}
	return all
}

// AtOrAbove counts the findings of at least that severity.
func (r *Report) AtOrAbove(s rule.Severity) int {
	n := 0
	for _, f := range r.Findings {
		if f.Severity >= s {
			n++
		}
	}
	return n
}

type fingerprinted struct {
	Finding
	identity string
}

type converter struct {
	dir  string
	fset *token.FileSet
}

func (c converter) finding(f Found) Finding {
	out := Finding{
		Check: f.Check.Name, Rule: f.Check.Guide, Severity: f.Severity, Analyzer: f.Check.Analyzer,
		Message: f.Message, URL: f.Check.URL(), System: f.System,
		Related: make([]Related, len(f.Related)), Fixes: make([]Fix, len(f.Fixes)),
	}
	out.Pos, out.End = c.place(f.Place)
	for i, r := range f.Related {
		pos, end := c.place(r.Place)
		out.Related[i] = Related{Message: rule.Sanitize(r.Message), Pos: pos, End: end}
	}
	for i, fix := range f.Fixes {
		out.Fixes[i] = Fix{Message: rule.Sanitize(fix.Message), Edits: make([]Edit, len(fix.TextEdits))}
		for j, e := range fix.TextEdits {
			pos, end := c.place(rule.Place{Pos: e.Pos, End: e.End})
			out.Fixes[i].Edits[j] = Edit{Pos: pos, End: end, Text: string(e.NewText)}
		}
	}
	if f.FileFix != nil {
		out.Fixes = append(out.Fixes, c.fileFix(f.FileFix))
	}
	return out
}

// fileFix is a fix in a file that no file set knows. Positions are unknown where the file cannot be read any more.
func (c converter) fileFix(f *rule.FileFix) Fix {
	fix := Fix{Message: rule.Sanitize(f.Message), Edits: make([]Edit, len(f.Edits))}
	for i, e := range f.Edits {
		src, _ := os.ReadFile(e.File)
		at := func(offset int) Position {
			p := token.Position{Filename: e.File}
			if offset <= len(src) {
				before := src[:offset]
				p.Line = bytes.Count(before, []byte("\n")) + 1
				p.Column = offset - (bytes.LastIndexByte(before, '\n') + 1) + 1
			}
			return c.position(p)
		}
		fix.Edits[i] = Edit{Pos: at(e.Start), End: at(e.End), Text: e.New}
	}
	return fix
}

func (c converter) place(p rule.Place) (pos, end Position) {
	start, stop := p.Resolve(c.fset)
	if !stop.IsValid() {
		stop = start
	}
	return c.position(start), c.position(stop)
}

func (c converter) position(p token.Position) Position {
	return Position{File: Relative(c.dir, p.Filename), Line: p.Line, Column: p.Column}
}

// Relative names a file from a directory, with forward slashes. A file that cannot be named so keeps its name.
func Relative(dir, file string) string {
	if filepath.IsAbs(file) {
		if rel, err := filepath.Rel(dir, file); err == nil {
			file = rel
		}
	}
	return filepath.ToSlash(file)
}
