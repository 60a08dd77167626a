package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const golangci = "github.com/golangci/golangci-lint/v2"

// TestCustom runs "golangci-lint custom" with the .custom-gcl.yml of the manual. What it clones is a repository made
// from the module, so that no network is needed.
func TestCustom(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds golangci-lint twice")
	}
	work := t.TempDir()
	bin := filepath.Join(work, "golangci-lint")
	in(t, ".", nil, "go", "build", "-o", bin, ".")
	forge := clone(t, work)

	reslint, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	config := strings.Replace(snippets(t, "yaml")[0], "version: main", "path: "+reslint, 1)
	dir := filepath.Join(work, "program")
	m := module{t, filepath.Join(dir, "golangci-lint-reslint"), dir, filepath.Join(work, "cache")}
	m.write(program + "-- .custom-gcl.yml --\n" + config + "-- .golangci.yml --\n" + snippets(t, "yaml")[1])
	in(t, dir, []string{"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=url.file://" + forge + "/.insteadOf", "GIT_CONFIG_VALUE_0=https://github.com/"},
		bin, "custom", "-v")
	if got := findings(m.run(1, "run")); !strings.Contains(got, inGo) {
		t.Errorf("got %s", got)
	}
}

// clone makes a repository of golangci-lint, where a forge would have it.
func clone(t *testing.T, work string) (forge string) {
	t.Helper()
	module := strings.TrimSpace(in(t, ".", nil, "go", "list", "-m", "-f", "{{.Dir}}", golangci))
	version := strings.TrimSpace(in(t, ".", nil, "go", "list", "-m", "-f", "{{.Version}}", golangci))
	tree := filepath.Join(work, "tree")
	if err := os.CopyFS(tree, os.DirFS(module)); err != nil {
		t.Fatal(err)
	}
	in(t, work, nil, "chmod", "-R", "u+w", "tree")
	in(t, tree, nil, "git", "init", "-q", "-b", "main")
	in(t, tree, nil, "git", "add", "-Af")
	in(t, tree, nil, "git", "-c", "user.email=n@example.com", "-c", "user.name=n", "commit", "-q", "--no-verify", "-m", "x")
	in(t, tree, nil, "git", "tag", version)
	forge = filepath.Join(work, "forge")
	in(t, work, nil, "git", "clone", "-q", "--bare", "tree", filepath.Join(forge, "golangci", "golangci-lint.git"))
	return forge
}

// in runs a command that must succeed.
func in(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s%s", name, args, err, out, stderr.String())
	}
	return string(out)
}
