package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

const modulePath = "github.com/reslint/reslint"

// source copies what git would take of this repository: the same that users get, whether or not it is committed.
func source(t *testing.T) (dir string) {
	t.Helper()
	root, dir := filepath.Join("..", ".."), t.TempDir()
	cmd := exec.Command("git", "ls-files", "-co", "--exclude-standard", "-z")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("no git repository: %v", err)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		src, err := os.ReadFile(filepath.Join(root, name))
		if errors.Is(err, os.ErrNotExist) {
			continue // deleted, and not yet committed
		}
		if err == nil {
			err = errors.Join(os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777), os.WriteFile(filepath.Join(dir, name), src, 0o666))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// proxy serves a copy of this module at the version "main", and its dependencies from the module cache. It returns the
// environment in which the go command has nothing else: no network, and no module cache of before.
func proxy(t *testing.T, source string) []string {
	t.Helper()
	dir, cache := t.TempDir(), t.TempDir()
	const version = "v0.0.0-20260101000000-0123456789ab"
	info := fmt.Sprintf(`{"Version":%q,"Time":"2026-01-01T00:00:00Z"}`, version)
	gomod, err := os.ReadFile(filepath.Join(source, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(dir, filepath.FromSlash(modulePath), "@v")
	for name, content := range map[string][]byte{
		"main.info": []byte(info), "../@latest": []byte(info), version + ".info": []byte(info), version + ".mod": gomod, "list": nil,
		version + ".zip": moduleZip(t, source, modulePath+"@"+version),
	} {
		if err := errors.Join(os.MkdirAll(at, 0o777), os.WriteFile(filepath.Join(at, name), content, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	modcache := strings.TrimPrefix(goEnv(t, "GOMODCACHE")[0], "GOMODCACHE=")
	return append(os.Environ(), "GOMODCACHE="+cache, "GOFLAGS=-modcacherw", "GOSUMDB=off", "GONOPROXY=", "GOPRIVATE=", "GOWORK=",
		"GOPROXY=file://"+filepath.ToSlash(dir)+",file://"+filepath.ToSlash(modcache)+"/cache/download")
}

// moduleZip is the module as a proxy has it: without the modules in it.
func moduleZip(t *testing.T, dir, prefix string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	err := filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if _, err := os.Stat(filepath.Join(file, "go.mod")); err == nil && file != dir || d.Name() == ".git" {
				return filepath.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		src, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		out, err := w.Create(path.Join(prefix, filepath.ToSlash(rel)))
		if err == nil {
			_, err = out.Write(src)
		}
		return err
	})
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sample is a git repository with a program that has findings.
func sample(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	unpack(t, dir, `
-- go.mod --
module example.com/m

go 1.26
-- README.md --
A program.
-- config/app.yaml --
client: {sber: {max_concurrent: 8, max_connections: 12}}
-- client/client.go --
// Package client calls.
package client

import "net/http"

// Client waits for ever.
var Client = &http.Client{}
`)
	commit(t, dir)
	return dir
}

func unpack(t *testing.T, dir, archive string) {
	t.Helper()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		file := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, f.Data, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
}

// commit makes a git repository of a directory, with everything in one commit on main.
func commit(t *testing.T, dir string) {
	t.Helper()
	for _, args := range []string{"init -q -b main", "add -A", "-c user.name=n -c user.email=n@example.com commit -q --no-verify -m x"} {
		cmd := exec.Command("git", strings.Fields(args)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
}

// shell runs a line or a script with bash, and returns what it writes.
func shell(t *testing.T, dir string, env []string, script string) (out string, status int) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no bash")
	}
	cmd := exec.Command("bash", "-e", "-o", "pipefail", "-c", script)
	cmd.Dir, cmd.Env = dir, env
	text, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(text), cmd.ProcessState.ExitCode()
}

// withPath is the environment with a directory in front of the path.
func withPath(env []string, dir string) []string {
	return append(env[:len(env):len(env)], "PATH="+dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
}
