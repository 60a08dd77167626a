package testkit

import (
	"bytes"
	"fmt"
	"go/format"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/reslint/reslint/internal/edit"
)

// Fixes tests the suggested fixes of an analyzer.
type Fixes struct {
	New      func() *analysis.Analyzer
	Archives string // a pattern for txtar archives, such as "testdata/fix/*.txtar"
	Module   string // the directory of a module; the packages may import what it requires
}

// Check applies every fix in the archives. Each file is a package, unless its name has a folder. It becomes its golden
// file or, without one, has findings and no fix. What is fixed compiles, and its finding is gone without another in its
// place. Files are tried with both line endings.
func (k Fixes) Check(t *testing.T) {
	t.Helper()
	for _, crlf := range []bool{false, true} {
		t.Run(fmt.Sprintf("crlf=%v", crlf), func(t *testing.T) {
			t.Parallel()
			k.check(t, crlf)
		})
	}
}

func (k Fixes) check(t *testing.T, crlf bool) {
	dir, golden, others := k.module(t, crlf)
	findings := func() (*token.FileSet, []Found) {
		graph := Analyze(t, dir, k.New(), "./...")
		return graph.Roots[0].Package.Fset, Findings(t, dir, graph)
	}
	fset, before := findings()
	left, fixed := make(map[string]int), make(map[string]int) // by id
	for _, f := range before {
		left[id(f)]++
		if _, ok := golden[f.File]; len(f.Fixes) > 1 || len(f.Fixes) == 1 && !ok {
			t.Errorf("%s: %d fixes, the first is %s", id(f), len(f.Fixes), f.Fixes[0].Message)
		}
		fixed[id(f)] += len(f.Fixes)
		file, err := filepath.Rel(dir, fset.PositionFor(f.Pos, false).Filename) // whatever //line says
		if err != nil {
			t.Fatal(err)
		}
		delete(others, filepath.ToSlash(file))
	}
	for name := range others {
		t.Errorf("%s has no finding that could have a fix", name)
	}
	refused := applyFixes(t, dir, fset, before, golden)
	for range 3 { // two fixes that change one import declaration take two runs
		if refused > 0 {
			fset, found := findings()
			refused = applyFixes(t, dir, fset, found, nil)
		}
	}
	for name, want := range golden {
		if got := read(t, dir, name); string(got) != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
	_, after := findings() // fails where something does not compile
	for _, f := range after {
		if left[id(f)]--; left[id(f)] < 0 {
			t.Errorf("%s is new: %s", id(f), f.Message)
		}
	}
	for id, n := range fixed {
		if left[id] < n {
			t.Errorf("%s: %d of %d are gone", id, left[id], n)
		}
	}
}

// applyFixes writes what the fixes make of the files and counts those that have to wait for another run.
func applyFixes(t *testing.T, dir string, fset *token.FileSet, found []Found, golden map[string]string) int {
	t.Helper()
	var fixes []edit.Fix
	for _, f := range found {
		if len(f.Fixes) == 1 {
			fixes = append(fixes, editsOf(fset, dir, f))
		}
	}
	plan, err := edit.New([]string{dir}, fixes)
	if err != nil {
		t.Fatal(err)
	}
	whole := maps.Clone(golden)
	for _, r := range plan.Refused {
		maps.DeleteFunc(whole, func(name, _ string) bool { return filepath.Join(dir, filepath.FromSlash(name)) == r.Fix.File })
	}
	checkRaw(t, fixes, whole, dir)
	if err := plan.Write(); err != nil {
		t.Fatal(err)
	}
	return len(plan.Refused)
}

func read(t *testing.T, dir, name string) []byte {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func id(f Found) string { return f.File + ": " + f.Check.Name }

// module writes a module with a package for each file of each archive, and returns what fixes make of the files, and
// which packages of one file they leave alone.
func (k Fixes) module(t *testing.T, crlf bool) (dir string, golden map[string]string, others map[string]bool) {
	t.Helper()
	archives, err := filepath.Glob(k.Archives)
	if err != nil || len(archives) == 0 {
		t.Fatalf("%d archives, %v", len(archives), err)
	}
	eol := func(text []byte) []byte {
		if crlf {
			return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
		}
		return text
	}
	module := &txtar.Archive{Files: moduleFiles(t, k.Module)}
	golden, others = make(map[string]string), make(map[string]bool)
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		top := strings.TrimSuffix(filepath.Base(name), ".txtar")
		for _, f := range archive.Files {
			base, isGolden := strings.CutSuffix(f.Name, ".golden")
			path := top + "/" + base
			if !strings.Contains(base, "/") {
				path = top + "/" + strings.TrimSuffix(base, ".go") + "/" + base
				others[path] = true
			}
			if isGolden {
				golden[path] = string(eol(f.Data))
			} else {
				module.Files = append(module.Files, txtar.File{Name: path, Data: eol(f.Data)})
			}
		}
	}
	maps.DeleteFunc(others, func(name string, _ bool) bool { return golden[name] != "" })
	return Extract(t, string(txtar.Format(module))), golden, others
}

// moduleFiles let the packages import what another module does.
func moduleFiles(t *testing.T, from string) []txtar.File {
	t.Helper()
	abs, err := filepath.Abs(from)
	if err != nil {
		t.Fatal(err)
	}
	var files []txtar.File
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		text = moduleLine.ReplaceAll(text, []byte("module example.com/m\n"))
		text = bytes.ReplaceAll(text, []byte("=> ./"), []byte("=> "+filepath.ToSlash(abs)+"/"))
		files = append(files, txtar.File{Name: name, Data: text})
	}
	return files
}

var moduleLine = regexp.MustCompile(`(?m)^module .*\n`)

func editsOf(fset *token.FileSet, dir string, f Found) edit.Fix {
	fix := edit.Fix{File: filepath.Join(dir, filepath.FromSlash(f.File)), Label: id(f)}
	for _, e := range f.Fixes[0].TextEdits {
		fix.Edits = append(fix.Edits, edit.Edit{
			Start: fset.Position(e.Pos).Offset, End: fset.Position(e.End).Offset, New: string(e.NewText)})
	}
	return fix
}

// checkRaw applies each file's edits as a host does that formats nothing: the outcome is formatted all the same.
func checkRaw(t *testing.T, fixes []edit.Fix, golden map[string]string, dir string) {
	t.Helper()
	for name, want := range golden {
		src := read(t, dir, name)
		lf := bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
		if clean, err := format.Source(lf); err != nil || !bytes.Equal(clean, lf) {
			continue
		}
		var edits []edit.Edit
		for _, fix := range fixes {
			if fix.File == filepath.Join(dir, filepath.FromSlash(name)) {
				for _, e := range fix.Edits {
					if !slices.Contains(edits, e) {
						edits = append(edits, e)
					}
				}
			}
		}
		slices.SortFunc(edits, func(a, b edit.Edit) int { return b.Start - a.Start })
		for _, e := range edits {
			src = slices.Concat(src[:e.Start], []byte(e.New), src[e.End:])
		}
		if string(src) != want {
			t.Errorf("%s, unformatted: got\n%s\nwant\n%s", name, src, want)
		}
	}
}
