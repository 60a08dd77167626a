package testkit

import (
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/reslint/reslint/internal/rule"
)

// An expectation is one item of a comment "want: check, check:severity "text" !"text"": a finding of the check, of the
// severity or the check's own, whose message has each text, or has not where it is negated.
type expectation struct {
	file, check, severity string
	line                  int
	texts, others         []string
	met                   bool
}

var (
	wantItem = regexp.MustCompile(`^([a-z0-9-]+)(?::(error|warning|note))?((?:\s+!?"[^"]*")*)\s*(?:,\s*|$)`)
	wantText = regexp.MustCompile(`(!?)"([^"]*)"`)
)

// parseWants reads what follows "want: ".
func parseWants(text string) ([]expectation, error) {
	var all []expectation
	for text = strings.TrimSpace(text); text != ""; {
		m := wantItem.FindStringSubmatch(text)
		if m == nil {
			return nil, fmt.Errorf("cannot read %q", text)
		}
		text = text[len(m[0]):]
		e := expectation{check: m[1], severity: m[2]}
		for _, q := range wantText.FindAllStringSubmatch(m[3], -1) {
			if q[1] == "" {
				e.texts = append(e.texts, q[2])
			} else {
				e.others = append(e.others, q[2])
			}
		}
		all = append(all, e)
	}
	return all, nil
}

// expectations reads the comments of the files below dir/sub that end in ext.
func expectations(t testing.TB, dir, sub, ext string) []*expectation {
	t.Helper()
	var all []*expectation
	err := filepath.WalkDir(filepath.Join(dir, sub), func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ext) {
			return err
		}
		src, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		for i, line := range strings.Split(string(src), "\n") {
			place := fmt.Sprintf("%s:%d", filepath.ToSlash(rel), i+1)
			items, err := parseWants(wanted(t, place, strings.TrimRight(line, "\r")))
			if err != nil {
				t.Errorf("%s: %v", place, err)
			}
			for _, e := range items {
				e.file, e.line = filepath.ToSlash(rel), i+1
				all = append(all, &e)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// matches compares a finding with an expectation for its line and check; it says what differs.
func (e *expectation) matches(f Found) string {
	severity := e.severity
	if severity == "" {
		severity = f.Check.Severity.String()
	}
	if f.Severity.String() != severity {
		return fmt.Sprintf("is of severity %v, want %s", f.Severity, severity)
	}
	for _, s := range e.texts {
		if !strings.Contains(f.Message, s) {
			return fmt.Sprintf("does not say %q", s)
		}
	}
	for _, s := range e.others {
		if strings.Contains(f.Message, s) {
			return fmt.Sprintf("says %q", s)
		}
	}
	return ""
}

// CompareExactly checks findings below dir/sub as CompareWants does, and their severities and messages.
func CompareExactly(t testing.TB, dir, sub string, found []Found) {
	t.Helper()
	wants := expectations(t, dir, sub, ".go")
	for _, f := range found {
		id := fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Check.Name)
		i := slices.IndexFunc(wants, func(e *expectation) bool {
			return !e.met && e.file == f.File && e.line == f.Line && e.check == f.Check.Name
		})
		if i < 0 {
			t.Errorf("unwanted: %s (%v: %s)", id, f.Severity, f.Message)
			continue
		}
		wants[i].met = true
		if differs := wants[i].matches(f); differs != "" {
			t.Errorf("%s: %s: %s", id, differs, f.Message)
		}
	}
	for _, e := range wants {
		if !e.met {
			t.Errorf("missing: %s:%d: %s", e.file, e.line, e.check)
		}
	}
}

// CheckDiagnostics checks that hosts get what the result has: one diagnostic a finding with its range, check, page and
// message, and that each range is that of one piece of syntax.
func CheckDiagnostics(t testing.TB, g *checker.Graph) {
	t.Helper()
	for _, act := range g.Roots {
		res, ok := act.Result.(*rule.Result)
		if !ok {
			continue // Findings reports it
		}
		if len(act.Diagnostics) != len(res.Findings) {
			t.Errorf("%s: %d diagnostics for %d findings", act, len(act.Diagnostics), len(res.Findings))
			continue
		}
		for i, f := range res.Findings {
			place := act.Package.Fset.Position(f.Pos)
			if d := act.Diagnostics[i]; !sameFinding(d, f) {
				t.Errorf("%v: the diagnostic %+v is not the finding %+v", place, d, f)
			}
			if !isNode(act.Package.Syntax, f.Place) {
				t.Errorf("%v: %s stands at no single piece of syntax", place, f.Check.Name)
			}
		}
	}
}

func sameFinding(d analysis.Diagnostic, f rule.Finding) bool {
	related := slices.DeleteFunc(slices.Clone(f.Related), func(r rule.Related) bool { return !r.Pos.IsValid() }) // diagnostics cannot show other packages
	if len(d.Related) != len(related) {
		return false
	}
	for i, r := range related {
		if d.Related[i].Pos != r.Pos || d.Related[i].End != r.End || d.Related[i].Message != r.Message {
			return false
		}
	}
	return d.Pos == f.Pos && d.End == f.End && d.Category == f.Check.Name && d.URL == f.Check.URL() && d.Message == f.Message &&
		strings.HasSuffix(d.Message, f.Check.Suffix())
}

func isNode(files []*ast.File, p rule.Place) bool {
	found := false
	for _, f := range files {
		if p.Pos < f.FileStart || p.Pos >= f.FileEnd {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			found = found || n != nil && n.Pos() == p.Pos && n.End() == p.End
			return !found
		})
	}
	return found
}
