package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"reslint": main, "cacheprog": cacheProg})
}

func TestScript(t *testing.T) {
	t.Parallel()
	goEnv := goEnv(t, "GOCACHE", "GOMODCACHE", "GOROOT")
	tool := build(t) // go vet runs it once a package
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, goEnv...)
			env.Setenv("GOFLAGS", "")
			env.Setenv("GOPROXY", "off")
			env.Setenv("GOTOOLCHAIN", "local")
			env.Setenv("RESLINT", tool)
			return nil
		},
		Condition: func(cond string) (bool, error) { return cond == "root" && os.Geteuid() == 0, nil },
		Cmds:      map[string]func(*testscript.TestScript, bool, []string){"same": same, "status": status},
	})
}

// status runs a command and fails unless it ends with the exit status: status N command args...
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command args...")
	}
	err, code := ts.Exec(args[1], args[2:]...), 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		code = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit status %d, want %s", code, args[0])
	}
}

// same runs a command a number of times, whatever its exit status, and fails unless it writes the same bytes each
// time: same N command args...
func same(ts *testscript.TestScript, neg bool, args []string) {
	n, err := strconv.Atoi(args[0])
	if err != nil || neg || len(args) < 2 {
		ts.Fatalf("usage: same N command args...")
	}
	if testing.Short() {
		n = 2
	}
	var first []byte
	for i := range n {
		_ = ts.Exec(args[1], args[2:]...) // the output is what counts
		out := []byte(ts.ReadFile("stdout"))
		switch {
		case len(out) == 0:
			ts.Fatalf("no output")
		case i == 0:
			first = out
		case !bytes.Equal(out, first):
			ts.Fatalf("run %d of %d wrote\n%s\nthe first\n%s", i+1, n, out, first)
		}
	}
}

func goEnv(t *testing.T, names ...string) []string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	vars := strings.Split(strings.TrimSpace(string(out)), "\n")
	for i, name := range names {
		vars[i] = name + "=" + strings.TrimSpace(vars[i])
	}
	return vars
}

// build makes a binary that users could have: the race detector would make it take minutes, and testing is not in it.
func build(t testing.TB) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "reslint")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// The whole suite over the standard library: the widest sample of Go that is always there.
func TestStandardLibrary(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	bin := build(t)
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(bin, "-C", filepath.Join(runtime.GOROOT(), "src"), "-require", "packages=200", "std")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 0 && code != 1 {
		t.Errorf("%v\n%s", err, stderr.String())
	}
	t.Logf("%s\n%s", stdout.String(), stderr.String())
}

func TestVetProtocol(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]bool{
		"":                                false,
		"-flags":                          true,
		"-V=full":                         true,
		"vet.cfg":                         true,
		"-json /tmp/b001/vet.cfg":         true,
		"-reslimits -json x/vet.cfg":      true,
		"check x.cfg":                     false,
		"-flags ./...":                    false,
		"-h":                              false,
		"./...":                           false,
		"-format json ./...":              false,
		"explain no-timeout":              false,
		"-require systems=4 ./cfg":        false,
		"check -format json ./some/x.cfg": false,
	} {
		if got := vetProtocol(strings.Fields(args)); got != want {
			t.Errorf("%q: %t, want %t", args, got, want)
		}
	}
}

// What every host uses must not depend on what only the command has.
func TestLayers(t *testing.T) {
	t.Parallel()
	const module = "github.com/reslint/reslint/"
	cmd := exec.Command("go", "list", "-deps", "./analyzers/...", "./internal/outbound", "./internal/catalog", "./internal/rule")
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	if !slices.Contains(deps, module+"internal/outbound") {
		t.Fatalf("the list is wrong: %q", deps)
	}
	for _, dep := range deps {
		for _, upper := range []string{"internal/driver", "internal/cli", "internal/report", "runtime"} {
			if dep == module+upper || strings.HasPrefix(dep, module+upper+"/") {
				t.Errorf("an analyzer depends on %s", upper)
			}
		}
	}
}
