//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/reslint/reslint/bench/internal/cost"
)

// bring makes a copy of the subject below the work directory that may be written to, and returns its path.
func (b *bench) bring(ctx context.Context, s subject) (string, error) {
	from := s.Dir
	if checkout := filepath.Join(b.repos, s.file()); from == "" && b.repos != "" && isDir(checkout) {
		from = checkout
	}
	if s.InPlace {
		return filepath.Abs(from)
	}
	downloaded := from == ""
	if downloaded {
		var err error
		if from, err = download(ctx, b.work, s); err != nil {
			return "", err
		}
	}
	to := filepath.Join(b.work, s.file())
	if err := os.RemoveAll(to); err != nil {
		return "", err
	}
	if err := copyTree(from, to); err != nil {
		return to, err
	}
	if downloaded {
		if err := os.RemoveAll(filepath.Join(to, "go.work")); err != nil { // the other modules are not in the zip
			return to, err
		}
	}
	for name := range strings.SplitSeq(s.Empty, ",") {
		if err := putEmpty(to, name); err != nil {
			return to, err
		}
	}
	if s.Vendor {
		run, err := cost.Measure(ctx, to, nil, "go", "mod", "vendor")
		if err == nil && run.Exit != 0 {
			err = fmt.Errorf("go mod vendor: %s", run.Stderr)
		}
		return to, err
	}
	return to, nil
}

// putEmpty makes an empty file, with the directories above it.
func putEmpty(dir, name string) error {
	if name == "" {
		return nil
	}
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, nil, 0o644)
}

// download brings the module into the module cache and returns its directory there.
func download(ctx context.Context, dir string, s subject) (string, error) {
	run, err := cost.Measure(ctx, dir, nil, "go", "mod", "download", "-json", s.name())
	if err != nil {
		return "", err
	}
	var got struct{ Dir, Error string }
	if err := json.NewDecoder(bytes.NewReader(run.Stdout)).Decode(&got); err != nil {
		return "", fmt.Errorf("go mod download: %w: %s", err, run.Stderr)
	}
	if got.Error != "" {
		return "", errors.New(got.Error)
	}
	return got.Dir, nil
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// copyTree copies directories, regular files and symbolic links that stay inside, all writable, without the data of
// version control. What links lead to outside is left out.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		dest := filepath.Join(to, rel)
		switch {
		case d.IsDir() && d.Name() == ".git":
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(dest, 0o755)
		case d.Type() == fs.ModeSymlink:
			target, err := os.Readlink(name)
			if err != nil || !filepath.IsLocal(filepath.Join(filepath.Dir(rel), target)) || filepath.IsAbs(target) {
				return err
			}
			return os.Symlink(target, dest)
		case !d.Type().IsRegular():
			return nil
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(dest, src, 0o644)
	})
}

// goFiles calls f with the Go files of a tree that may be part of a build: not those of vendored modules and testdata,
// nor those in directories that the go command ignores. Modules inside the tree count only if it is a workspace.
func goFiles(dir string, f func(name string) error) error {
	_, err := os.Stat(filepath.Join(dir, "go.work"))
	workspace := err == nil
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() && name != dir {
			_, err := os.Stat(filepath.Join(name, "go.mod"))
			if base == "vendor" || base == "testdata" || base[0] == '.' || base[0] == '_' || err == nil && !workspace {
				return filepath.SkipDir
			}
		}
		if d.Type().IsRegular() && strings.HasSuffix(base, ".go") {
			return f(name)
		}
		return nil
	})
}

// lines counts the lines of Go in a tree, without those of tests.
func lines(dir string) (int, error) {
	n := 0
	err := goFiles(dir, func(name string) error {
		if strings.HasSuffix(name, "_test.go") {
			return nil
		}
		src, err := os.ReadFile(name)
		n += bytes.Count(src, []byte("\n"))
		return err
	})
	return n, err
}
