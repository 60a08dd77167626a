//go:build unix

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"go/format"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/reslint/reslint/bench/internal/cost"
)

// A place is a check in a file: what findings are counted by, because lines move.
type place struct{ check, file string }

// mend lets reslint fix the copy, looks at what it did, and puts everything back.
func (t *trial) mend(ctx context.Context) error {
	offered := make(map[string][]byte) // content of the files that have fixes
	for _, f := range t.found.Findings {
		if len(f.Fixes) == 0 {
			continue
		}
		src, err := os.ReadFile(filepath.Join(t.dir, f.Pos.File))
		if err != nil {
			return err
		}
		offered[f.Pos.File] = src
	}
	if len(offered) == 0 {
		t.outcome.Fixes = "none offered"
		return nil
	}
	before, err := snapshot(t.dir)
	if err != nil {
		return err
	}
	run, err := t.start(ctx, t.reslint, "-fix", "-format", "json", "./...")
	if err != nil {
		return err
	}
	after, err := snapshot(t.dir)
	if err != nil {
		return err
	}
	fixed := fixedPlaces(run.Stderr)
	changed := changes(before, after)
	t.checkChanges(fixed, changed, offered)
	t.checkFormat(changed, offered)
	if err := t.checkSecond(ctx, run, fixed); err != nil {
		return err
	}
	n := 0
	for _, count := range fixed {
		n += count
	}
	t.outcome.Fixes = fmt.Sprintf("%d mended in %d files", n, len(changed))
	if len(changed) == 0 {
		return nil
	}
	return t.checkBuild(ctx, offered)
}

var fixedForm = regexp.MustCompile(`(?m)^reslint: fixed: (.+?):\d+: ([a-z-]+): `)

// fixedPlaces counts what a run says that it mended.
func fixedPlaces(stderr []byte) map[place]int {
	out := make(map[place]int)
	for _, m := range fixedForm.FindAllSubmatch(stderr, -1) {
		out[place{check: string(m[2]), file: string(m[1])}]++
	}
	return out
}

func (t *trial) checkChanges(fixed map[place]int, changed []string, offered map[string][]byte) {
	for _, name := range changed {
		if _, ok := offered[name]; !ok {
			t.defect("-fix changed %s, which has no fix", name)
		}
	}
	for _, p := range sortedPlaces(fixed) {
		if !slices.Contains(changed, p.file) {
			t.defect("-fix says that it mended %s in %s, and did not change the file", p.check, p.file)
		}
	}
}

// checkFormat compares with gofmt before and after.
func (t *trial) checkFormat(changed []string, offered map[string][]byte) {
	for _, name := range changed {
		src, err := os.ReadFile(filepath.Join(t.dir, name))
		if err == nil && strings.HasSuffix(name, ".go") && !formatted(src) && formatted(offered[name]) {
			t.defect("-fix leaves %s not formatted", name)
		}
	}
}

func formatted(src []byte) bool {
	out, err := format.Source(src)
	return err == nil && bytes.Equal(out, src)
}

// checkSecond holds what -fix reports afterwards, and what another run finds, against what was there before.
func (t *trial) checkSecond(ctx context.Context, run cost.Run, fixed map[place]int) error {
	if c := crash(run.Stderr); c != "" {
		t.defect("-fix: crash: %s", c)
	}
	second, err := t.start(ctx, t.reslint, "-format", "json", "./...")
	if err != nil {
		return err
	}
	if !bytes.Equal(run.Stdout, second.Stdout) {
		t.defect("what -fix reports differs from the next run: %s", difference(run, second))
	}
	var now document
	if err := json.Unmarshal(second.Stdout, &now); err != nil {
		t.defect("after -fix: no JSON: %v: %s", err, firstLines(second.Stderr, 3))
		return nil
	}
	was, is := count(t.found.Findings), count(now.Findings)
	for _, p := range sortedPlaces(is) {
		if most := was[p] - fixed[p]; is[p] > most {
			t.defect("after -fix %s has %d of %s, want at most %d", p.file, is[p], p.check, most)
		}
	}
	if second.Exit == 2 && t.outcome.Exit != 2 {
		t.defect("after -fix exit status 2: %s", firstLines(second.Stderr, 3))
	}
	return nil
}

func count(all []finding) map[place]int {
	out := make(map[place]int)
	for _, f := range all {
		out[place{f.Check, f.Pos.File}]++
	}
	return out
}

// checkBuild builds the copy as -fix left it. Where that fails, it builds it as it was. It is as it was when this
// returns.
func (t *trial) checkBuild(ctx context.Context, offered map[string][]byte) error {
	build := func() (cost.Run, error) { return t.start(ctx, "go", "build", "-o", os.DevNull, t.all()) }
	fixed, err := build()
	if err != nil {
		return err
	}
	for name, src := range offered {
		if err := os.WriteFile(filepath.Join(t.dir, name), src, 0o644); err != nil {
			return err
		}
	}
	if fixed.Exit == 0 {
		t.outcome.Fixes += ", builds"
		return nil
	}
	plain, err := build()
	if err != nil {
		return err
	}
	if plain.Exit == 0 {
		t.defect("-fix breaks the build: %s", firstLines(fixed.Stderr, 10))
	}
	t.outcome.Fixes += fmt.Sprintf(", build fails with %d, before with %d", fixed.Exit, plain.Exit)
	return nil
}

// all is the pattern of everything in the copy, for the go command.
func (t *trial) all() string {
	if exists(t.dir, "go.work") && !exists(t.dir, "go.mod") {
		return "work"
	}
	return "./..."
}

func exists(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}

// snapshot sums up all regular files of a tree, by their paths in it.
func snapshot(dir string) (map[string]string, error) {
	out := make(map[string]string)
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		sum := sha256.Sum256(src)
		out[filepath.ToSlash(rel)] = string(sum[:]) + strconv.Itoa(len(src))
		return err
	})
	return out, err
}

// changes lists the files that are not the same in both snapshots, in order.
func changes(before, after map[string]string) []string {
	var out []string
	for name := range before {
		if after[name] != before[name] {
			out = append(out, name)
		}
	}
	for name := range after {
		if _, ok := before[name]; !ok {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

func sortedPlaces(m map[place]int) []place {
	return slices.SortedFunc(maps.Keys(m), func(a, b place) int {
		return strings.Compare(a.file+"\x00"+a.check, b.file+"\x00"+b.check)
	})
}
