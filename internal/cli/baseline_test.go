package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// rewrite replaces files of a module.
func rewrite(t *testing.T, dir, archive string) {
	t.Helper()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBaseline(t *testing.T) {
	t.Parallel()
	dir := module(t, "-- sub/p.go --\npackage p\n\nvar error_a, warning_a int\n-- old/p.go --\npackage p\n\nvar error_o int\n")
	got := runIn(t, dir, nil, "baseline")
	if got != (result{0, "wrote .reslint-baseline: 3 findings\n", ""}) {
		t.Fatalf("got %+v", got)
	}
	text := read(t, filepath.Join(dir, baselineName))
	if strings.Count(text, "\n") != 4 || !strings.Contains(text, " an-error sub/p.go: found one (an-error, R-3)\n") {
		t.Fatalf("baseline\n%s", text)
	}
	// Nothing new, from any directory.
	const hides3 = "reslint: .reslint-baseline hides 3 findings\n"
	if got := runIn(t, dir, nil, "-baseline", baselineName); got.status != 0 || got.stdout != "" || !strings.HasPrefix(got.stderr, hides3) {
		t.Errorf("got %+v", got)
	}
	if got := runIn(t, dir, nil, "-C=sub", "-baseline=../"+baselineName); got.status != 0 || !strings.Contains(got.stderr, "baseline hides 2 findings\n") {
		t.Errorf("got %+v", got)
	}
	// One moved, one new, two gone.
	rewrite(t, dir, "-- sub/p.go --\npackage p\n\n\nvar (\n\tx int\n\terror_a,\n\terror_b int\n)\n-- old/p.go --\npackage p\n")
	got = runIn(t, dir, nil, "-baseline", baselineName)
	want := result{1, "sub/p.go:7:2: found one (an-error, R-3)\n", "reslint: .reslint-baseline hides 1 finding; 2 of its entries are gone\n3 packages, 0 clients, 0 systems: 1 finding\n"}
	if got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	// A merge may keep both lines of one.
	rewrite(t, dir, "-- "+baselineName+" --\n"+text+text)
	if twice := runIn(t, dir, nil, "-baseline", baselineName); twice != got {
		t.Errorf("with each line twice: %+v", twice)
	}
	// What a run does not look at is not gone.
	for args, want := range map[string]string{
		"./sub":              "hides 1 finding\n",
		"-disable a-warning": "hides 1 finding; 1 of its entries is gone\n",
		"-disable an-error":  "hides 0 findings; 1 of its entries is gone\n",
	} {
		got := runIn(t, dir, nil, append([]string{"-baseline", baselineName}, strings.Fields(args)...)...)
		if !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, want %s", args, got, want)
		}
	}
	got = runIn(t, dir, nil, "-C=sub", "-baseline=../"+baselineName, "-format=json")
	if !strings.Contains(got.stdout, "\"baseline\": {\n      \"hidden\": 1,\n      \"gone\": 1\n    }") {
		t.Errorf("got %+v", got)
	}
}

func TestBaselineFails(t *testing.T) {
	t.Parallel()
	dir := module(t, "-- sub/p.go --\npackage p\n\nvar error int\n-- bad/p.go --\npackage p\n\nvar x y\n")
	got := runIn(t, dir, nil, "-baseline=b", "-write-baseline")
	if got.status != 2 || !strings.Contains(got.stderr, "b: not written, because not everything could be checked") || exists(dir, "b") {
		t.Errorf("got %+v", got)
	}
	if got := runIn(t, dir, nil, "-baseline=b", "./sub"); got.status != 2 || got.stderr != "reslint: b:1: no such file or directory\n" {
		t.Errorf("got %+v", got)
	}
	if got := runIn(t, dir, nil, "-baseline=b", "-write-baseline", "-C=sub", "-require=systems=1"); got.status != 2 || !exists(dir, "sub/b") {
		t.Errorf("got %+v", got)
	}
	rewrite(t, dir, "-- b --\n"+read(t, filepath.Join(dir, "sub/b"))+"<<<<<<< HEAD\n")
	got = runIn(t, dir, nil, "-baseline=b", "./sub")
	if got.status != 2 || got.stdout != "" || got.stderr != "reslint: b:3: the mark of a merge conflict: keep the lines of both sides\n" {
		t.Errorf("got %+v", got)
	}
	// Entries are not gone where packages could not be checked.
	rewrite(t, dir, "-- b --\n"+strings.ReplaceAll(read(t, filepath.Join(dir, "sub/b")), "an-error p.go", "an-error bad/p.go"))
	rewrite(t, dir, "-- sub/p.go --\npackage p\n")
	if got := runIn(t, dir, nil, "-baseline=b"); got.status != 2 || !strings.Contains(got.stderr, "reslint: b hides 0 findings\n") {
		t.Errorf("got %+v", got)
	}
}

// git runs git without anybody's settings.
func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=n@example.com", "-c", "core.hooksPath="}, args...)...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// tree lists every file below a directory with its content, that of git included.
func tree(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			out = append(out, path+"\x00"+read(t, path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestNewFrom(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	dir := module(t, "-- sub/p.go --\npackage p\n\nvar error_a, warning_a int\n-- gone/p.go --\npackage p\n\nvar error_g int\n")
	git(t, dir, "init", "-q")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-qm", "x")
	if got := runIn(t, dir, nil, "-new-from=HEAD"); got.status != 0 || got.stdout != "" ||
		!strings.HasPrefix(got.stderr, "reslint: HEAD had 3 findings of these already\n") {
		t.Errorf("unchanged: %+v", got)
	}
	rewrite(t, dir, "-- sub/p.go --\npackage p\n\nvar x int\n\nvar error_a, warning_a int\n\nvar error_b int\n-- other/p.go --\npackage p\n\nvar y int\n-- gone/p.go --\npackage p\n")
	git(t, dir, "add", "other") // the index holds what no commit has
	before := tree(t, dir)
	hooks := func(s *System) { // as in a hook of git
		s.Env = append(s.Env, "GIT_INDEX_FILE="+filepath.Join(dir, ".git", "index"), "GIT_DIR="+filepath.Join(dir, ".git"), "GIT_PREFIX=")
	}
	for args, want := range map[string]string{
		"-new-from=HEAD":          "sub/p.go:7:5: found one (an-error, R-3)\n",
		"-new-from HEAD ./...":    "sub/p.go:7:5: found one (an-error, R-3)\n",
		"-new-from HEAD -C sub":   "p.go:7:5: found one (an-error, R-3)\n",
		"-new-from HEAD ./sub":    "sub/p.go:7:5: found one (an-error, R-3)\n",
		"-new-from HEAD ./other":  "",
		"-new-from HEAD -C other": "",
	} {
		got := runIn(t, dir, hooks, strings.Fields(args)...)
		if got.stdout != want || (got.status == 1) != (want != "") {
			t.Errorf("%s: %+v, want %q", args, got, want)
		}
	}
	if !slices.Equal(tree(t, dir), before) {
		t.Error("the repository has changed")
	}
}

// What there was not, or could not be checked, is new; a revision that does not exist is an error.
func TestNewFromOdd(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	dir := module(t, "-- sub/p.go --\npackage p\n\nvar error int = x\n")
	if got := runIn(t, dir, nil, "-new-from=HEAD", "./other"); got.status != 2 || !strings.Contains(got.stderr, "-new-from HEAD: fatal: not a git repository") {
		t.Errorf("no repository: %+v", got)
	}
	git(t, dir, "init", "-q")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-qm", "x")
	rewrite(t, dir, "-- sub/p.go --\npackage p\n\nvar error int\n")
	got := runIn(t, dir, nil, "-new-from=HEAD")
	if got.status != 1 || !strings.Contains(got.stdout, "an-error") || !strings.Contains(got.stderr, "reslint: at HEAD: example.com/m/sub skipped: sub/p.go:3:17: undefined: x\n") {
		t.Errorf("it did not compile: %+v", got)
	}
	if err := os.Mkdir(filepath.Join(dir, "later"), 0o777); err != nil {
		t.Fatal(err)
	}
	rewrite(t, dir, "-- later/p.go --\npackage p\n\nvar error int\n")
	got = runIn(t, dir, nil, "-new-from=HEAD", "-C=later")
	if got.status != 1 || !strings.Contains(got.stderr, "at HEAD: there was no later") {
		t.Errorf("no directory: %+v", got)
	}
	elsewhere := func(s *System) { s.Env = append(s.Env, "GIT_DIR="+t.TempDir(), "GIT_WORK_TREE="+t.TempDir()) }
	if got := runIn(t, dir, elsewhere, "-new-from=HEAD", "./other"); got.status != 0 {
		t.Errorf("in a hook of another repository: %+v", got)
	}
	for _, rev := range []string{"nosuch", "-x", "--all"} {
		if got := runIn(t, dir, nil, "-new-from="+rev); got.status != 2 || !strings.Contains(got.stderr, "no such revision here") {
			t.Errorf("%s: %+v", rev, got)
		}
	}
}

// A workspace that the environment names is that of the revision.
func TestNewFromWorkspace(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	dir := module(t, "-- my.work --\ngo 1.26\n\nuse (\n\t.\n\t./b\n)\n-- b/go.mod --\nmodule example.com/b\n\ngo 1.26\n-- b/p.go --\npackage p\n\nvar error int\n")
	git(t, dir, "init", "-q")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-qm", "x")
	gowork := func(s *System) { s.Env = append(s.Env, "GOWORK="+filepath.Join(dir, "my.work")) }
	got := runIn(t, dir, gowork, "-new-from=HEAD", "-C=b")
	if got.status != 0 || !strings.HasPrefix(got.stderr, "reslint: HEAD had 1 finding of these already\n") {
		t.Errorf("got %+v", got)
	}
}
