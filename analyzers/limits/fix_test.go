package limits_test

import (
	"bytes"
	"fmt"
	"go/format"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/reslint/reslint/analyzers/limits"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/edit"
	"github.com/reslint/reslint/internal/testkit"
)

// What fixes write in these tests, all of it unlike the defaults.
var fixValues = config.Fix{
	Timeout: 9 * time.Second, DialTimeout: 2 * time.Second, TLSHandshakeTimeout: 3 * time.Second,
	ResponseHeaderTimeout: 4 * time.Second, IdleConnTimeout: time.Minute, MaxConnsPerHost: 40, MaxIdleConnsPerHost: 15,
}

// TestFixes applies every fix in the archives of testdata/fix. Each file is a package, unless its name has a folder. It
// becomes its golden file or, without one, has findings and no fix. What is fixed compiles, and its finding is gone
// without another in its place.
func TestFixes(t *testing.T) {
	t.Parallel()
	for _, crlf := range []bool{false, true} {
		t.Run(fmt.Sprintf("crlf=%v", crlf), func(t *testing.T) {
			t.Parallel()
			testFixes(t, crlf)
		})
	}
}

func testFixes(t *testing.T, crlf bool) {
	dir, golden := fixModule(t, crlf)
	fset, before := findings(t, dir)
	left, fixed := make(map[string]int), make(map[string]int) // by id
	for _, f := range before {
		left[id(f)]++
		if _, ok := golden[f.File]; len(f.Fixes) > 1 || len(f.Fixes) == 1 && !ok {
			t.Errorf("%s: %d fixes, the first is %s", id(f), len(f.Fixes), f.Fixes[0].Message)
		}
		fixed[id(f)] += len(f.Fixes)
	}
	refused := applyFixes(t, dir, fset, before, golden)
	for range 3 { // two fixes that change one import declaration take two runs
		if refused > 0 {
			fset, found := findings(t, dir)
			refused = applyFixes(t, dir, fset, found, nil)
		}
	}
	for name, want := range golden {
		if got := read(t, dir, name); string(got) != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
	_, after := findings(t, dir) // fails where something does not compile
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
func applyFixes(t *testing.T, dir string, fset *token.FileSet, found []testkit.Found, golden map[string]string) int {
	t.Helper()
	var fixes []edit.Fix
	for _, f := range found {
		if len(f.Fixes) == 1 {
			fixes = append(fixes, fixOf(fset, dir, f))
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

func id(f testkit.Found) string { return f.File + ": " + f.Check.Name }

func findings(t *testing.T, dir string) (*token.FileSet, []testkit.Found) {
	t.Helper()
	graph := testkit.Analyze(t, dir, limits.New(limits.Options{Fix: fixValues}), "./...")
	return graph.Roots[0].Package.Fset, testkit.Findings(t, dir, graph)
}

// fixModule writes a module with a package for each file of each archive, and returns what fixes make of the files.
func fixModule(t *testing.T, crlf bool) (dir string, golden map[string]string) {
	t.Helper()
	archives, err := filepath.Glob("testdata/fix/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("%d archives, %v", len(archives), err)
	}
	eol := func(text []byte) []byte {
		if crlf {
			return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
		}
		return text
	}
	module := &txtar.Archive{Files: moduleFiles(t)}
	golden = make(map[string]string)
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
			}
			if isGolden {
				golden[path] = string(eol(f.Data))
			} else {
				module.Files = append(module.Files, txtar.File{Name: path, Data: eol(f.Data)})
			}
		}
	}
	return testkit.Extract(t, string(txtar.Format(module))), golden
}

// moduleFiles let the packages import what this module does.
func moduleFiles(t *testing.T) []txtar.File {
	t.Helper()
	var files []txtar.File
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		text = bytes.Replace(text, []byte("module github.com/reslint/reslint\n"), []byte("module example.com/m\n"), 1)
		files = append(files, txtar.File{Name: name, Data: text})
	}
	return files
}

func fixOf(fset *token.FileSet, dir string, f testkit.Found) edit.Fix {
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
