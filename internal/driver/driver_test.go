package driver_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/reslint/reslint/internal/driver"
	"github.com/reslint/reslint/internal/report"
	"github.com/reslint/reslint/internal/rule"
)

// unpack writes an archive into a new directory.
func unpack(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// run gives the places of the findings, the problems and the number of packages checked.
func run(t *testing.T, cfg driver.Config) (found, problems []string, packages int) {
	t.Helper()
	cfg.Env = append(os.Environ(), "GOFLAGS=", "GOPROXY=off")
	prog, err := driver.Load(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	res, err := prog.Run(fakeSuite(rule.Policy{Tests: cfg.Tests}))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.New("v", cfg.Dir, res.Fset, res.Seen, res.Findings).Findings {
		found = append(found, fmt.Sprintf("%s:%d", f.Pos.File, f.Pos.Line))
	}
	for _, p := range res.Problems {
		problems = append(problems, p.String())
	}
	return found, problems, res.Seen.Packages
}

const chain = `
-- go.mod --
module example.com/m

go 1.26
-- lib/lib.go --
package lib

func Bad() {}

func call() { Bad() }
-- mid/mid.go --
package mid

import "example.com/m/lib"

func F() { lib.Bad() }
-- other/other.go --
package other
`

func TestRun(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		archive  string
		dir      string
		cfg      driver.Config
		found    []string
		problems []string // a part of each
		packages int
	}{
		{
			name: "whole module", archive: chain,
			found: []string{"lib/lib.go:5", "mid/mid.go:5"}, packages: 3,
		},
		{
			name:    "a subset knows what its imports are, and reports nothing of them",
			archive: chain, cfg: driver.Config{Patterns: []string{"./mid"}},
			found: []string{"mid/mid.go:5"}, packages: 1,
		},
		{
			name: "a file stands for its package", archive: chain, cfg: driver.Config{Patterns: []string{"mid/mid.go"}},
			found: []string{"mid/mid.go:5"}, packages: 1,
		},
		{
			name: "import paths", archive: chain, cfg: driver.Config{Patterns: []string{"example.com/m/mid", "example.com/m/o..."}},
			found: []string{"mid/mid.go:5"}, packages: 2,
		},
		{
			name: "one of two patterns matches nothing", archive: chain,
			cfg:   driver.Config{Patterns: []string{"./mid/...", "example.com/m/none/..."}},
			found: []string{"mid/mid.go:5"}, packages: 1, problems: []string{"no packages match example.com/m/none/..."},
		},
		{
			name: "test variants give no duplicates",
			archive: chain + `
-- mid/mid_test.go --
package mid

import "example.com/m/lib"

func g() { lib.Bad() }
-- mid/ext_test.go --
package mid_test

import (
	"testing"

	"example.com/m/lib"
	_ "example.com/m/mid"
)

func TestF(*testing.T) { lib.Bad() }
-- only/only_test.go --
package only
`,
			cfg:   driver.Config{Tests: true},
			found: []string{"lib/lib.go:5", "mid/ext_test.go:10", "mid/mid.go:5", "mid/mid_test.go:5"}, packages: 4,
		},
		{
			name: "a package of tests only is nothing to check without them",
			archive: chain + `
-- only/only_test.go --
package only
`,
			cfg: driver.Config{Patterns: []string{"./only", "./other"}}, packages: 1,
		},
		{
			name: "build tags",
			archive: chain + `
-- other/tagged.go --
//go:build special

package other

import "example.com/m/lib"

func F() { lib.Bad() }
`,
			cfg: driver.Config{Tags: "special", Patterns: []string{"./other"}}, found: []string{"other/tagged.go:7"}, packages: 1,
		},
		{
			name: "type errors stop what depends on them and nothing else",
			archive: chain + `
-- broken/broken.go --
package broken

func F() {}

func G() Missing { return 1 + "" }
-- clean/clean.go --
package clean

import (
	"example.com/m/broken"
	"example.com/m/lib"
)

func F() { broken.F(); lib.Bad() }
-- tainted/tainted.go --
package tainted

import "example.com/m/broken"

var X = broken.G()
`,
			found:    []string{"clean/clean.go:8", "lib/lib.go:5", "mid/mid.go:5"},
			packages: 4,
			problems: []string{
				"example.com/m/broken skipped: broken/broken.go:5:10: undefined: Missing (and 1 more error)",
				"example.com/m/tainted skipped: broken/broken.go:5:10: its import example.com/m/broken has errors: undefined",
			},
		},
		{
			name: "a file that does not parse",
			archive: chain + `
-- broken/broken.go --
package broken

func F( {
`,
			found: []string{"lib/lib.go:5", "mid/mid.go:5"}, packages: 3,
			problems: []string{"example.com/m/broken skipped: broken/broken.go:3:9: expected"},
		},
		{
			name: "errors in tests leave the package itself to check",
			archive: chain + `
-- mid/mid_test.go --
package mid

var x = undefined
`,
			cfg: driver.Config{Tests: true}, found: []string{"lib/lib.go:5", "mid/mid.go:5"}, packages: 3,
			problems: []string{"tests of example.com/m/mid skipped: mid/mid_test.go:3:9: undefined: undefined"},
		},
		{
			name: "a package and its test variant have one problem",
			archive: chain + `
-- broken/broken.go --
package broken

var x = undefined
-- broken/broken_test.go --
package broken
`,
			cfg: driver.Config{Tests: true}, found: []string{"lib/lib.go:5", "mid/mid.go:5"}, packages: 3,
			problems: []string{"example.com/m/broken skipped: broken/broken.go:3:9: undefined: undefined"},
		},
		{
			name: "an import that cannot be found",
			archive: chain + `
-- broken/broken.go --
package broken

import _ "example.com/nowhere"
`,
			found: []string{"lib/lib.go:5", "mid/mid.go:5"}, packages: 3,
			problems: []string{"broken/broken.go:3:10: could not import example.com/nowhere: no required module provides"},
		},
		{
			name: "a pass that panics costs its package only",
			archive: chain + `
-- lib/panics.go --
package lib

func panics() {}
`,
			packages: 3, // the fact of lib.Bad is lost, and mid says nothing
			problems: []string{"example.com/m/lib skipped: internal error: fakemodel panicked at fake_test.go:"},
		},
		{
			name: "all modules of a workspace are source, at its root too",
			archive: `
-- go.work --
go 1.26

use (
	./a
	./b
)
-- a/go.mod --
module example.com/a

go 1.26
-- a/a.go --
package a

import "example.com/b/lib"

func F() { lib.Bad() }
-- b/go.mod --
module example.com/b

go 1.26
-- b/lib/lib.go --
package lib

func Bad() {}
-- b/other/other.go --
package other
`,
			found: []string{"a/a.go:5"}, packages: 3,
		},
		{
			name: "vendored packages are not",
			archive: `
-- m/go.mod --
module example.com/m

go 1.26

require example.com/dep v0.0.0

replace example.com/dep => ../dep
-- m/m.go --
package m

import "example.com/dep"

func F() { dep.Bad() }
-- m/vendor/modules.txt --
# example.com/dep v0.0.0 => ../dep
## explicit; go 1.26
example.com/dep
# example.com/dep => ../dep
-- m/vendor/example.com/dep/dep.go --
package dep

func Bad() {}

func call() { Bad() }
-- dep/go.mod --
module example.com/dep

go 1.26
`,
			dir: "m", packages: 1,
		},
		{
			name: "replaced modules are not",
			archive: `
-- m/go.mod --
module example.com/m

go 1.26

require example.com/dep v0.0.0

replace example.com/dep => ../dep
-- m/m.go --
package m

import "example.com/dep"

func F() { dep.Bad() }
-- dep/go.mod --
module example.com/dep

go 1.26
-- dep/dep.go --
package dep

func Bad() {}

func call() { Bad() }
`,
			dir: "m", packages: 1,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.cfg.Dir = filepath.Join(unpack(t, tt.archive), tt.dir)
			found, problems, packages := run(t, tt.cfg)
			if !slices.Equal(found, tt.found) {
				t.Errorf("found %q, want %q", found, tt.found)
			}
			if packages != tt.packages {
				t.Errorf("%d packages checked, want %d", packages, tt.packages)
			}
			if !slices.EqualFunc(problems, tt.problems, strings.Contains) {
				t.Errorf("problems\n\t%s\nwant\n\t%s", strings.Join(problems, "\n\t"), strings.Join(tt.problems, "\n\t"))
			}
		})
	}
}

func TestCgo(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "env", "CGO_ENABLED").Output()
	if err != nil || strings.TrimSpace(string(out)) != "1" {
		t.Skip("no cgo")
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no C compiler")
	}
	dir := unpack(t, chain+`
-- c/c.go --
package c

// static int f(void) { return 1; }
import "C"

import "example.com/m/lib"

func F() {
	_ = C.f()
	lib.Bad()
}
-- c/generated.go --
// Code generated by hand. DO NOT EDIT.

package c

// static int g(void) { return 1; }
import "C"

import "example.com/m/lib"

func G() {
	_ = C.g()
	lib.Bad()
}
`)
	found, problems, _ := run(t, driver.Config{Dir: dir, Patterns: []string{"./c"}})
	if want := []string{"c/c.go:10"}; !slices.Equal(found, want) {
		t.Errorf("found %q, want %q", found, want)
	}
	if len(problems) > 0 {
		t.Errorf("problems: %q", problems)
	}
}

// What cannot be loaded at all is an error that names the cause.
func TestLoadError(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, archive, pattern, want string }{
		{"broken go.mod", "-- go.mod --\nmodul x\n", "./...", "go.mod:1: unknown directive: modul"},
		{"missing file", chain, "none.go", "no such file: none.go"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := driver.Load(context.Background(), driver.Config{Dir: unpack(t, tt.archive), Patterns: []string{tt.pattern}})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q in it", err, tt.want)
			}
		})
	}
}

// Patterns that name no package are problems, so that nothing checked is not taken for nothing found.
func TestNothingToCheck(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, archive, pattern, want string }{
		{"module without files", "-- go.mod --\nmodule example.com/m\n", "./...", "no packages match ./..."},
		{"no module", "-- a.txt --\n", "./...", "is in no Go module"},
		{"empty directory", chain + "-- empty/a.txt --\n", "./empty", "cannot check ./empty: no Go files in empty"},
		{"no directory", chain, "./none", "cannot check ./none: "},
		{"no package", chain, "example.com/m/none", "cannot check example.com/m/none: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, problems, packages := run(t, driver.Config{Dir: unpack(t, tt.archive), Patterns: []string{tt.pattern}})
			if packages != 0 || len(problems) != 1 || !strings.Contains(problems[0], tt.want) {
				t.Errorf("%d packages, problems %q, want none and %q", packages, problems, tt.want)
			}
		})
	}
}

// What the go command makes up to run tests is no part of the program.
func TestLoadLeavesOutTestMains(t *testing.T) {
	t.Parallel()
	archive := chain + "-- other/other_test.go --\npackage other\n-- my.test/main.go --\npackage main\n\nfunc main() {}\n"
	prog, err := driver.Load(context.Background(), driver.Config{Dir: unpack(t, archive), Tests: true})
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, p := range prog.Packages {
		ids = append(ids, strings.TrimPrefix(p.ID, "example.com/m/"))
	}
	want := []string{"lib", "mid", "my.test", "other", "other [example.com/m/other.test]"}
	if !slices.Equal(ids, want) {
		t.Errorf("loaded %q, want %q", ids, want)
	}
}

// The peak of memory is what users notice: nothing of a package may stay once it has been looked at.
func TestRunDropsSyntax(t *testing.T) {
	t.Parallel()
	prog, err := driver.Load(context.Background(), driver.Config{Dir: unpack(t, chain), Patterns: []string{"./mid"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(prog.Packages) != 2 {
		t.Fatalf("%d packages loaded from source, want mid and lib", len(prog.Packages))
	}
	if _, err := prog.Run(fakeSuite(rule.Policy{})); err != nil {
		t.Fatal(err)
	}
	for _, p := range prog.Packages {
		if p.Syntax != nil || p.TypesInfo != nil {
			t.Errorf("%s still has its syntax", p)
		}
	}
}

// A go command that dies while it builds, say for want of memory, is no program without faults.
func TestGoCommandDies(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the fake go command is a shell script")
	}
	real, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	dir := unpack(t, chain)
	bin := t.TempDir()
	for _, tt := range []struct {
		name, dies string // the fake ends where its arguments match
		want       string
	}{
		{"listing", "*-export=false*", "cannot load packages in "},
		{"building", "*-export=true*", "the go command ended before it had built what the packages import; was it killed?"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			script := "#!/bin/sh\ncase \"$*\" in " + tt.dies + ") kill -9 $$;; esac\nexec \"" + real + "\" \"$@\"\n"
			if err := os.WriteFile(filepath.Join(bin, "go"), []byte(script), 0o777); err != nil {
				t.Fatal(err)
			}
			t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
			_, err := driver.Load(context.Background(), driver.Config{Dir: dir})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}
