//go:build unix

package main

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestParseSubject(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, tt := range []struct {
		text string
		want subject
	}{
		{"example.com/a/v2@v2.1.0 sdk", subject{Module: "example.com/a/v2", Version: "v2.1.0", Kind: "sdk"}},
		{"example.com/a@ab64ed778070 cli tags=x,y vendor", subject{Module: "example.com/a", Version: "ab64ed778070", Kind: "cli", Tags: "x,y", Vendor: true}},
		{"example.com/a@v1.0.0 cli empty=ui/dist/a,b", subject{Module: "example.com/a", Version: "v1.0.0", Kind: "cli", Empty: "ui/dist/a,b"}},
		{dir + " library name=std in-place", subject{Module: "std", Kind: "library", Dir: dir, InPlace: true}},
	} {
		got, err := parseSubject(tt.text)
		if err != nil || got != tt.want {
			t.Errorf("%q: got %+v, %v, want %+v", tt.text, got, err, tt.want)
		}
	}
	for _, text := range []string{
		"",
		"example.com/a@v1.0.0",              // no kind
		"example.com/a sdk",                 // no version, and no directory
		"example.com/../a@v1.0.0 sdk",       // leaves the directory for copies
		"example.com/a@v1.0.0 sdk in-place", // would be done to the module cache
		"example.com/a@v1.0.0 sdk name=b",
		"example.com/a@v1.0.0 sdk empty=a,../b", // leaves the copy
		dir + " sdk in-place empty=a",           // would be written into the original
		dir + " sdk empty=a in-place",
		"example.com/a@v1.0.0 sdk wat",
	} {
		if got, err := parseSubject(text); err == nil {
			t.Errorf("%q: got %+v, want an error", text, got)
		}
	}
}

func TestReadListNamesTheLine(t *testing.T) {
	t.Parallel()
	name := write(t, filepath.Join(t.TempDir(), "list"), "# all\n\nexample.com/a@v1.0.0 sdk # why\nexample.com/b\n")
	if _, err := readList(name); err == nil || !strings.Contains(err.Error(), "list:4: ") {
		t.Errorf("got error %v, want one of line 4", err)
	}
}

func TestListOfModules(t *testing.T) {
	t.Parallel()
	list, err := readList("../modules.txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for _, s := range list {
		if seen[s.file()] {
			t.Errorf("%s is there twice", s.name())
		}
		seen[s.file()] = true
	}
	if len(list) < 40 {
		t.Errorf("%d modules, want at least 40", len(list))
	}
}

func TestSample(t *testing.T) {
	t.Parallel()
	var all []record
	for i := range 100 {
		all = append(all, record{Check: "frequent", File: fmt.Sprintf("f%d.go", i)})
	}
	all = append(all, record{Check: "rare", File: "r.go"}, record{Check: "scarce", File: "s.go"}, record{Check: "scarce", File: "t.go"})
	got := sample(slices.Clone(all), 10, 1)
	count := make(map[string]int)
	for _, r := range got {
		count[r.Check]++
	}
	if count["rare"] != 1 || count["scarce"] != 2 || count["frequent"] != 7 {
		t.Errorf("got %v, want every finding of the rare checks and the rest of the frequent one", count)
	}
	backwards := slices.Clone(all)
	slices.Reverse(backwards)
	if again := sample(backwards, 10, 1); !slices.Equal(got, again) {
		t.Error("the sample depends on the order of the findings")
	}
	if other := sample(slices.Clone(all), 10, 2); slices.Equal(got, other) {
		t.Error("another seed gives the same sample")
	}
	if whole := sample(slices.Clone(all), 1000, 1); len(whole) != len(all) {
		t.Errorf("got %d, want all %d", len(whole), len(all))
	}
}

func TestCrash(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"panic: runtime error: index out of range",
		"fatal error: concurrent map writes",
		"reslint: example.com/a skipped: internal error: reslimits panicked at x.go:3: nil",
		"reslint: not analysed: example.com/a.F: x",
	} {
		if got := crash([]byte("first\n" + text + "\nlast\n")); got != text {
			t.Errorf("got %q, want %q", got, text)
		}
	}
	if got := crash([]byte("reslint: example.com/a skipped: a.go:3:1: undefined: x\n")); got != "" {
		t.Errorf("a program that does not build is taken for a crash: %q", got)
	}
}

func TestDocsEscape(t *testing.T) {
	t.Parallel()
	all := []outcome{
		{Module: `a<b>&"|*`, Version: "v1", Kind: "x|y", Lines: 60_000, Load: usage{1, 100}, Check: usage{1.2, 160}},
		{Module: "partly", Exit: 2, Lines: 60_000, Load: usage{1, 1}, Check: usage{9, 9}},
		{Module: "gone", Failed: "why", Lines: 5},
		{Module: "small", Lines: 10, Load: usage{1, 1}, Check: usage{9, 9}},
	}
	dec := xml.NewDecoder(strings.NewReader(plot(all)))
	for {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("the plot is no XML: %v", err)
		}
	}
	text := page(all)
	for _, want := range []string{
		`| a\<b\>\&"\|\* v1 | x\|y | 60000 | 0 | 1.2 | 1.20 | 160 | 1.60 |`,
		"Of 2 modules, 1 have 50000 lines or more", // neither the one that failed nor the one that was skipped in part
		"could be loaded where this was measured: partly, gone.",
		"Of these 1,\n0 take over 1.5 times the time of loading, and 1 over 1.5 times the memory.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in:\n%s", want, text)
		}
	}
	if plot(nil) == "" || !strings.Contains(page(nil), "Of 0 modules") {
		t.Error("no outcomes make no page")
	}
}

func TestCopyTree(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "to")
	write(t, filepath.Join(from, "sub", "a.go"), "package a\n")
	write(t, filepath.Join(from, ".git", "config"), "x")
	outside := write(t, filepath.Join(t.TempDir(), "secret"), "x")
	if err := os.Chmod(filepath.Join(from, "sub", "a.go"), 0o444); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"in": "sub/a.go", "out": outside, "up": "../../secret"} {
		if err := os.Symlink(target, filepath.Join(from, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := copyTree(from, to); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"sub/a.go": true, "in": true, "out": false, "up": false, ".git": false} {
		if _, err := os.Lstat(filepath.Join(to, name)); (err == nil) != want {
			t.Errorf("%s: %v, want it there: %t", name, err, want)
		}
	}
	if err := os.WriteFile(filepath.Join(to, "sub", "a.go"), nil, 0o644); err != nil {
		t.Errorf("the copy cannot be written to: %v", err)
	}
}

func TestBringPutsEmptyFiles(t *testing.T) {
	t.Parallel()
	b := &bench{work: t.TempDir()}
	dir, err := b.bring(context.Background(), subject{Module: "a", Dir: t.TempDir(), Empty: "ui/dist/a,b"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"ui/dist/a", "b"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() != 0 {
			t.Errorf("%s: %v, want an empty file", name, err)
		}
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"a.go", "a_test.go", "sub/b.go", "vendor/x/c.go", "testdata/d.go", "_e/e.go", "mod/f.go"} {
		write(t, filepath.Join(dir, name), "package x\n\n")
	}
	write(t, filepath.Join(dir, "mod", "go.mod"), "module x\n")
	if n, err := lines(dir); n != 4 || err != nil {
		t.Errorf("got %d, %v, want the 4 of a.go and b.go", n, err)
	}
	write(t, filepath.Join(dir, "go.work"), "go 1.26\n")
	if n, err := lines(dir); n != 6 || err != nil {
		t.Errorf("got %d, %v, want the 2 of f.go as well in a workspace", n, err)
	}
}

// A trial over a module with a stand-in for reslint that misbehaves in one way.
func TestTrialFindsDefects(t *testing.T) {
	t.Parallel()
	const good = `{"summary":{"packages":1},"findings":[{"check":"no-timeout","severity":"error","message":"m","pos":{"file":"a.go","line":3},"fixes":[{}]}]}`
	const none = `{"summary":{"packages":1},"findings":[]}`
	const fixed = `case "$*" in *-fix*) echo 'package a // mended' >a.go; echo 'reslint: fixed: a.go:3: no-timeout: m' >&2;; esac; `
	const found = `if grep -q mended a.go; then echo '` + none + `'; exit 0; fi; echo '` + good + `'; exit 1`
	for _, tt := range []struct {
		name, script, want string
	}{
		{"nothing", fixed + found, ""},
		{"order", `echo x$$ >&2; ` + fixed + found, "differs from the first one"},
		{"status", `echo '` + good + `'`, "exit status 0, want 1"},
		{"statusthree", `echo '` + good + `'; exit 3`, "exit status 3"},
		{"crash", `echo 'panic: x' >&2; echo '` + none + `'; exit 2`, "crash: panic: x"},
		{"text", `echo no; exit 0`, "no JSON"},
		{"signal", `kill -9 $$`, "did not end by itself"},
		{"broken", strings.Replace(fixed, "package a // mended", "package a; var x int = // mended", 1) + found, "-fix breaks the build"},
		{"gofmt", strings.Replace(fixed, "package a // mended", "package   a // mended", 1) + found, "not formatted"},
		{"elsewhere", strings.Replace(fixed, "echo 'package a", "echo >b.txt; echo 'package a", 1) + found, "-fix changed b.txt"},
		{"idle", strings.Replace(fixed, "echo 'package a // mended' >a.go;", "", 1) + found, "did not change the file"},
		{"still", fixed + `echo '` + good + `'; exit 1`, "has 1 of no-timeout, want at most 0"},
		{"other", fixed + strings.Replace(found, none, strings.Replace(good, "no-timeout", "missing-limits", 1), 1), "has 1 of missing-limits, want at most 0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			o := tryWith(t, tt.script)
			if o.Failed != "" {
				t.Fatal(o.Failed)
			}
			all := strings.Join(o.Defects, "\n")
			if tt.want == "" && all != "" || !strings.Contains(all, tt.want) {
				t.Errorf("got defects %q, want %q", all, tt.want)
			}
			if tt.name == "nothing" && o.Fixes != "1 mended in 1 files, builds" {
				t.Errorf("fixes: %q", o.Fixes)
			}
		})
	}
}

// tryWith runs a trial over a small module, with a shell script for reslint, and returns what was written.
func tryWith(t *testing.T, script string) outcome {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "mod", "go.mod"), "module example.com/a\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "mod", "a.go"), "package a\n\nvar X = 1\n")
	b := &bench{
		reslint: program(t, filepath.Join(dir, "reslint"), script), loadonly: program(t, filepath.Join(dir, "loadonly"), "true"),
		work: filepath.Join(dir, "work"), out: filepath.Join(dir, "out"), keep: filepath.Join(dir, "keep"), runs: 2, limit: time.Minute,
		log: t.Output(),
	}
	s := subject{Module: "a", Dir: filepath.Join(dir, "mod"), Kind: "x"}
	if err := b.all(context.Background(), []subject{s}, 0); err != nil {
		t.Fatal(err)
	}
	var o outcome
	text, err := os.ReadFile(filepath.Join(b.out, "outcomes", "a.json"))
	if err == nil {
		err = json.Unmarshal(text, &o)
	}
	if err != nil {
		t.Fatal(err)
	}
	if o.Findings > 0 {
		if text, err := os.ReadFile(filepath.Join(b.keep, "a", "a.go")); err != nil || string(text) != "package a\n\nvar X = 1\n" {
			t.Errorf("kept %q, %v, want the file as it was", text, err)
		}
	}
	return o
}

func program(t *testing.T, name, script string) string {
	t.Helper()
	write(t, name, "#!/bin/sh\n"+script+"\n")
	if err := os.Chmod(name, 0o755); err != nil {
		t.Fatal(err)
	}
	return name
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}
