package edit_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/edit"
)

const clean = `package a

import "net/http"

var c = &http.Client{}
`

// replace is the edit that puts text in the place of old, which stands once in src.
func replace(t *testing.T, src, old, text string) edit.Edit {
	t.Helper()
	i := strings.Index(src, old)
	if i < 0 || strings.Count(src, old) != 1 {
		t.Fatalf("%q does not stand once in %q", old, src)
	}
	return edit.Edit{Start: i, End: i + len(old), New: text}
}

func at(start, end int, text string) edit.Edit { return edit.Edit{Start: start, End: end, New: text} }

func write(t *testing.T, dir, name, src string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// timeout is a fix that sets a timeout and adds the import.
func timeout(t *testing.T, path, src string) edit.Fix {
	return edit.Fix{File: path, Label: path + ":5: no-timeout", Edits: []edit.Edit{
		replace(t, src, "{}", "{Timeout: 30*time.Second}"),
		replace(t, src, `import "net/http"`, "import (\n\"net/http\"\n\"time\"\n)"),
	}}
}

const fixed = `package a

import (
	"net/http"
	"time"
)

var c = &http.Client{Timeout: 30 * time.Second}
`

func TestWrite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := write(t, dir, "a.go", clean, 0o640)
	plan, err := edit.New([]string{dir}, []edit.Fix{timeout(t, path, clean)})
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, path); got != clean {
		t.Errorf("written before Write:\n%s", got)
	}
	if err := plan.Write(); err != nil {
		t.Fatal(err)
	}
	if got := read(t, path); got != fixed {
		t.Errorf("got\n%s\nwant\n%s", got, fixed)
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, want 0640", info.Mode())
	}
	left, _ := os.ReadDir(dir)
	if len(left) != 1 || len(plan.Changes) != 1 || len(plan.Applied) != 1 || len(plan.Refused) != 0 {
		t.Errorf("left behind %v; plan %+v", left, plan)
	}
}

func TestLineEndings(t *testing.T) {
	t.Parallel()
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	dirty := strings.Replace(clean, "var c = &", "var c  =  &", 1)
	for _, tt := range []struct{ name, file, src, old, text, want string }{
		{"CRLF, gofmt-clean", "a.go", crlf(clean), "http.Client{}", "http.Client{\nTimeout: 1,\n}",
			crlf(strings.Replace(clean, "{}", "{\n\tTimeout: 1,\n}", 1))},
		{"not gofmt-clean: nothing else changes", "a.go", dirty, "http.Client{}", "http.Client{Timeout:1}",
			strings.Replace(dirty, "{}", "{Timeout:1}", 1)},
		{"mixed endings, mostly LF", "a.go", strings.Replace(clean, "\n", "\r\n", 1), "{}", "{\nTimeout: 1,\n}",
			strings.Replace(strings.Replace(clean, "\n", "\r\n", 1), "{}", "{\nTimeout: 1,\n}", 1)},
		{"a byte order mark stays", "a.go", "\ufeff" + clean, "{}", "{Timeout: 1}", "\ufeff" + strings.Replace(clean, "{}", "{Timeout: 1}", 1)},
		{"YAML keeps comments and layout", "c.yaml", "a:   1   # x\r\nb: 2", "1", "12", "a:   12   # x\r\nb: 2"},
		{"a deletion", "c.yaml", "a: 1\nb: 2\n", "a: 1\n", "", "b: 2\n"},
	} {
		dir := t.TempDir()
		path := write(t, dir, tt.file, tt.src, 0o644)
		plan, err := edit.New([]string{dir}, []edit.Fix{{File: path, Edits: []edit.Edit{replace(t, tt.src, tt.old, tt.text)}}})
		if err == nil {
			err = plan.Write()
		}
		if got := read(t, path); err != nil || got != tt.want {
			t.Errorf("%s: %v\n got %q\nwant %q", tt.name, err, got, tt.want)
		}
	}
}

func TestOverlap(t *testing.T) {
	t.Parallel()
	src := "abcdef\n"
	fix := func(edits ...edit.Edit) edit.Fix { return edit.Fix{File: "c.yaml", Edits: edits} }
	for _, tt := range []struct {
		name    string
		fixes   []edit.Fix
		want    string
		refused int
	}{
		{"apart", []edit.Fix{fix(at(4, 5, "X")), fix(at(0, 1, "Y"))}, "YbcdXf\n", 0},
		{"touching", []edit.Fix{fix(at(0, 2, "X")), fix(at(2, 4, "Y"))}, "XYef\n", 0},
		{"overlapping", []edit.Fix{fix(at(0, 3, "X")), fix(at(2, 4, "Y"))}, "Xdef\n", 1},
		{"inside", []edit.Fix{fix(at(0, 6, "X")), fix(at(2, 2, "Y"))}, "X\n", 1},
		{"half of the second", []edit.Fix{fix(at(0, 3, "X")), fix(at(2, 4, "Y"), at(5, 6, "Z"))}, "Xdef\n", 1},
		{"two insertions at one place", []edit.Fix{fix(at(1, 1, "X")), fix(at(1, 1, "Y"))}, "aXbcdef\n", 1},
		{"the same insertion twice", []edit.Fix{fix(at(1, 1, "X"), at(4, 4, "1")), fix(at(1, 1, "X"), at(5, 5, "2"))},
			"aXbcd1e2f\n", 0},
		{"overlapping in itself", []edit.Fix{fix(at(0, 3, "X"), at(1, 2, "Y"))}, src, 1},
		{"nothing", []edit.Fix{fix()}, src, 0},
		{"no change", []edit.Fix{fix(at(0, 1, "a"))}, src, 0},
	} {
		dir := t.TempDir()
		path := write(t, dir, "c.yaml", src, 0o644)
		for i := range tt.fixes {
			tt.fixes[i].File = path
		}
		plan, err := edit.New([]string{dir}, tt.fixes)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if len(plan.Refused) != tt.refused || len(plan.Applied)+len(plan.Refused) != len(tt.fixes) {
			t.Errorf("%s: refused %+v, applied %+v", tt.name, plan.Refused, plan.Applied)
		}
		if tt.refused > 0 && plan.Refused[0].Reason != "overlaps with another fix in line 1" {
			t.Errorf("%s: reason %q", tt.name, plan.Refused[0].Reason)
		}
		if err := plan.Write(); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if got := read(t, path); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Whatever is wrong, the message names the file and no file is written, the good ones neither.
func TestRefusedFiles(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		make func(dir string) edit.Fix
		want string
	}{
		{"missing", func(dir string) edit.Fix {
			return edit.Fix{File: filepath.Join(dir, "in/b.go")}
		}, "b.go: no such file or directory"},
		{"a directory", func(dir string) edit.Fix {
			return edit.Fix{File: filepath.Join(dir, "in")}
		}, "in: not a regular file: not written"},
		{"outside", func(dir string) edit.Fix {
			return edit.Fix{File: write(t, dir, "b.go", clean, 0o644)}
		}, "b.go: outside of the module: not written"},
		{"outside, by dots", func(dir string) edit.Fix {
			write(t, dir, "b.go", clean, 0o644)
			return edit.Fix{File: dir + "/in/../b.go"}
		}, "b.go: outside of the module: not written"},
		{"outside, by a link", func(dir string) edit.Fix {
			link := filepath.Join(dir, "in/b.go")
			if err := os.Symlink(write(t, dir, "b.go", clean, 0o644), link); err != nil {
				t.Fatal(err)
			}
			return edit.Fix{File: link}
		}, "b.go: outside of the module: not written"},
		{"outside, with the root as prefix", func(dir string) edit.Fix {
			return edit.Fix{File: write(t, dir, "inner/b.go", clean, 0o644)}
		}, "b.go: outside of the module: not written"},
		{"read-only", func(dir string) edit.Fix {
			return edit.Fix{File: write(t, dir, "in/b.go", clean, 0o444)}
		}, "b.go: read-only: not written"},
		{"behind the end", func(dir string) edit.Fix {
			return edit.Fix{File: write(t, dir, "in/b.go", clean, 0o644), Edits: []edit.Edit{at(0, 1000, "")}}
		}, "b.go: the edit of bytes 0 to 1000 does not fit a file of 53 bytes"},
		{"backwards", func(dir string) edit.Fix {
			return edit.Fix{File: write(t, dir, "in/b.go", clean, 0o644), Edits: []edit.Edit{at(5, 2, "")}}
		}, "b.go: the edit of bytes 5 to 2 does not fit a file of 53 bytes"},
		{"does not parse afterwards", func(dir string) edit.Fix {
			path := write(t, dir, "in/b.go", clean, 0o644)
			return edit.Fix{File: path, Edits: []edit.Edit{replace(t, clean, "{}", "{{")}}
		}, "b.go: would not parse after the fix: line 5: expected"},
		{"does not parse before", func(dir string) edit.Fix {
			path := write(t, dir, "in/b.go", "package a\n\nvar = 1\n", 0o644)
			return edit.Fix{File: path, Edits: []edit.Edit{at(0, 0, "\n")}}
		}, "b.go: does not parse as it is: line 4: expected"},
	} {
		dir := t.TempDir()
		root := filepath.Join(dir, "in")
		good := write(t, root, "a.go", clean, 0o644)
		plan, err := edit.New([]string{root}, []edit.Fix{timeout(t, good, clean), tt.make(dir)})
		if err == nil || !strings.Contains(err.Error(), tt.want) || plan != nil {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
		if got := read(t, good); got != clean {
			t.Errorf("%s: the good file was written", tt.name)
		}
	}
}

func TestRoots(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := write(t, dir, "a.go", clean, 0o644)
	if _, err := edit.New([]string{filepath.Join(dir, "none")}, nil); err == nil {
		t.Error("a root that is not there is accepted")
	}
	if _, err := edit.New(nil, []edit.Fix{timeout(t, path, clean)}); err == nil {
		t.Error("written without a root")
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	if _, err := edit.New([]string{link}, []edit.Fix{timeout(t, path, clean)}); err != nil {
		t.Errorf("a root behind a link: %v", err)
	}
}

func TestSymlink(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := write(t, dir, "real/a.go", clean, 0o644)
	link := filepath.Join(dir, "a.go")
	if err := os.Symlink(filepath.Join("real", "a.go"), link); err != nil {
		t.Fatal(err)
	}
	// By both names at once: one file, one change.
	plan, err := edit.New([]string{dir}, []edit.Fix{timeout(t, link, clean), timeout(t, path, clean)})
	if err != nil {
		t.Fatal(err)
	}
	if err := plan.Write(); err != nil {
		t.Fatal(err)
	}
	if got := read(t, path); got != fixed {
		t.Errorf("got\n%s", got)
	}
	if info, _ := os.Lstat(link); info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link was replaced by a file")
	}
}

func TestChangedMeanwhile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, b := write(t, dir, "a.go", clean, 0o644), write(t, dir, "b.go", clean, 0o644)
	plan, err := edit.New([]string{dir}, []edit.Fix{timeout(t, a, clean), timeout(t, b, clean)})
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "b.go", clean+"\n", 0o644)
	err = plan.Write()
	if err == nil || !strings.Contains(err.Error(), "b.go: nothing written: the file has changed since it was checked") {
		t.Errorf("got %v", err)
	}
	left, _ := os.ReadDir(dir)
	if read(t, a) != clean || len(left) != 2 {
		t.Errorf("a.go was written, or files were left: %v", left)
	}
}

// A file that cannot be replaced leaves all as they were.
func TestPutBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, b := write(t, dir, "a.go", clean, 0o644), write(t, dir, "b.go", clean, 0o644)
	plan, err := edit.New([]string{dir}, []edit.Fix{timeout(t, a, clean), timeout(t, b, clean)})
	if err != nil {
		t.Fatal(err)
	}
	edit.SetRename(plan, func(from, to string) error {
		if to == b {
			return os.ErrPermission
		}
		return os.Rename(from, to)
	})
	if err := plan.Write(); err == nil || !strings.Contains(err.Error(), "b.go: nothing written") {
		t.Errorf("got %v", err)
	}
	left, _ := os.ReadDir(dir)
	if read(t, a) != clean || read(t, b) != clean || len(left) != 2 {
		t.Errorf("not put back; files %v", left)
	}
}

func TestDiff(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := write(t, dir, "sub/a.go", clean, 0o644)
	b := write(t, dir, "b.yaml", "a: 1\nb: 2", 0o644)
	plan, err := edit.New([]string{dir}, []edit.Fix{timeout(t, a, clean), {File: b, Edits: []edit.Edit{at(8, 9, "3")}}})
	if err != nil {
		t.Fatal(err)
	}
	show := func(name string) string {
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		return rel
	}
	var out bytes.Buffer
	if err := plan.Diff(&out, show); err != nil {
		t.Fatal(err)
	}
	want := `--- a/b.yaml
+++ b/b.yaml
@@ -1,2 +1,2 @@
 a: 1
-b: 2
\ No newline at end of file
+b: 3
\ No newline at end of file
--- a/sub/a.go
+++ b/sub/a.go
@@ -1,5 +1,8 @@
 package a
 
-import "net/http"
-
-var c = &http.Client{}
+import (
+	"net/http"
+	"time"
+)
+
+var c = &http.Client{Timeout: 30 * time.Second}
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	if read(t, a) != clean {
		t.Error("Diff wrote a file")
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git to apply the diff with")
	}
	apply := exec.Command("git", "apply", "-")
	apply.Dir, apply.Stdin = dir, &out
	if text, err := apply.CombinedOutput(); err != nil || read(t, a) != fixed || read(t, b) != "a: 1\nb: 3" {
		t.Errorf("git apply: %v\n%s", err, text)
	}
}
