package baseline_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/driver"
	"github.com/reslint/reslint/internal/report"
)

// program is a service with findings of most kinds.
const program = "services/violating"

// Fingerprints of real findings outlive what does not matter to them: lines that move, locals that are renamed, and
// code that is laid out in another way.
func TestStable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{program, "go.mod", "go.sum"} {
		copyAll(t, filepath.Join("..", "..", "testdata", name), filepath.Join(dir, name))
	}
	before := run(t, load(t, dir))
	if len(before.Findings) < 10 {
		t.Fatalf("%d findings in %s", len(before.Findings), program)
	}
	for _, change := range []struct {
		name string
		make func(*testing.T, *driver.Program)
	}{{"lines", moveLines}, {"layout", layOut}, {"locals", renameLocals}} {
		change.make(t, load(t, dir))
		after := run(t, load(t, dir))
		compare(t, change.name, before, after)
		if change.name != "locals" { // there are checks of names
			compare(t, change.name+", backwards", after, before)
		}
		if len(after.Findings) < 10 {
			t.Errorf("%s: only %d findings", change.name, len(after.Findings))
		}
		before = after
	}
}

func load(t *testing.T, dir string) *driver.Program {
	t.Helper()
	prog, err := driver.Load(context.Background(), driver.Config{Dir: filepath.Join(dir, program)})
	if err != nil || len(prog.Problems) > 0 {
		t.Fatal(err, prog)
	}
	return prog
}

func run(t *testing.T, prog *driver.Program) *report.Report {
	t.Helper()
	res, err := prog.Run(analyzers.New(analyzers.Options{Config: config.Default()}))
	if err != nil {
		t.Fatal(err)
	}
	return report.New("", "", res.Fset, res.Seen, res.Findings)
}

func compare(t *testing.T, change string, from, to *report.Report) {
	t.Helper()
	known := make(map[string]bool)
	for _, f := range from.Findings {
		known[f.Fingerprint] = true
	}
	for _, f := range to.Findings {
		if !known[f.Fingerprint] {
			t.Errorf("%s: another fingerprint: %s: %s", change, f.Pos, f.Message)
		}
	}
}

// An insertion is text to add to a file.
type insertion struct {
	offset int
	text   string
}

// insert adds texts to the files of a program.
func insert(t *testing.T, prog *driver.Program, where func(info *types.Info, f *ast.File, at func(token.Pos, string))) {
	t.Helper()
	for _, p := range prog.Packages {
		for _, f := range p.Syntax {
			name := prog.Fset.Position(f.Package).Filename
			var all []insertion
			where(p.TypesInfo, f, func(pos token.Pos, text string) {
				all = append(all, insertion{prog.Fset.Position(pos).Offset, text})
			})
			slices.SortStableFunc(all, func(a, b insertion) int { return cmp.Compare(b.offset, a.offset) })
			src, err := os.ReadFile(name)
			for _, i := range all {
				src = slices.Insert(src, i.offset, []byte(i.text)...)
			}
			if err = errors.Join(err, os.WriteFile(name, src, 0o666)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func renameLocals(t *testing.T, prog *driver.Program) {
	locals, n := make(map[token.Pos]bool), 0
	note := func(obj types.Object) {
		if v, ok := obj.(*types.Var); ok && !v.IsField() && v.Parent() != nil && v.Parent() != v.Pkg().Scope() && v.Name() != "_" {
			locals[v.Pos()] = true
		}
	}
	for _, p := range prog.Packages {
		for _, obj := range p.TypesInfo.Defs {
			note(obj)
		}
		for _, obj := range p.TypesInfo.Implicits { // of type switches
			note(obj)
		}
	}
	insert(t, prog, func(info *types.Info, f *ast.File, at func(token.Pos, string)) {
		ast.Inspect(f, func(node ast.Node) bool {
			id, ok := node.(*ast.Ident)
			if !ok {
				return true
			}
			if use := info.Uses[id]; locals[id.Pos()] || use != nil && locals[use.Pos()] {
				at(id.End(), "2")
				n++
			}
			return true
		})
	})
	if n == 0 {
		t.Error("there is no local to rename")
	}
}

func moveLines(t *testing.T, prog *driver.Program) {
	insert(t, prog, func(_ *types.Info, f *ast.File, at func(token.Pos, string)) {
		at(f.Name.End(), "\n\n// This moves all that follows.\n")
		for _, d := range f.Decls {
			at(d.End(), "\n\n// And this.\n")
		}
	})
}

// layOut gives each argument and each value a line of its own.
func layOut(t *testing.T, prog *driver.Program) {
	insert(t, prog, func(_ *types.Info, f *ast.File, at func(token.Pos, string)) {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				for _, a := range n.Args {
					at(a.Pos(), "\n\n ")
				}
			case *ast.CompositeLit:
				for _, e := range n.Elts {
					at(e.Pos(), "\n\t ")
				}
			}
			return true
		})
	})
}

func copyAll(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		target := filepath.Join(to, strings.TrimPrefix(path, from))
		if err != nil || d.IsDir() {
			return errors.Join(err, os.MkdirAll(target, 0o777))
		}
		src, err := os.ReadFile(path)
		src = bytes.ReplaceAll(src, []byte("=> ../"), []byte("=> "+repository(t)+"/"))
		return errors.Join(err, os.MkdirAll(filepath.Dir(target), 0o777), os.WriteFile(target, src, 0o666))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func repository(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(dir)
}
