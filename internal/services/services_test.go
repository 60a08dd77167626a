// Package services_test runs reslint on the sample services of testdata/services: the compliant one has no finding, the
// violating one has those of violating.yaml, and every edit of mutations.yaml to the compliant one gives its one finding.
package services_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/yamlfile"
)

const services = "../../testdata/services"

// An expectation is a finding by check, file and the text of its line.
type expectation struct{ Check, File, Line string }

func (e expectation) String() string { return fmt.Sprintf("%s: %s (%s)", e.File, e.Line, e.Check) }

type edit struct{ file, from, to string }

type mutation struct {
	name  string
	edits []edit
	want  expectation
}

func text(n *yamlfile.Node, key string) string {
	if v := n.Get(key).Resolve(); v != nil {
		return v.Text
	}
	return ""
}

func document(t *testing.T, name string) *yamlfile.Node {
	t.Helper()
	f, err := yamlfile.Read(filepath.Join(services, name), name)
	if err != nil {
		t.Fatal(err)
	}
	return f.Docs[0]
}

func mutations(t *testing.T) []mutation {
	t.Helper()
	var all []mutation
	for _, n := range document(t, "mutations.yaml").Get("mutations").Items() {
		m := mutation{name: text(n, "name")}
		file := text(n, "file")
		for _, e := range n.Get("edits").Items() {
			where := text(e, "file")
			if where == "" {
				where = file
			}
			m.edits = append(m.edits, edit{where, text(e, "old"), text(e, "new")})
		}
		want := n.Get("want")
		m.want = expectation{text(want, "check"), file, text(want, "line")}
		all = append(all, m)
	}
	return all
}

func violations(t *testing.T) []expectation {
	t.Helper()
	var all []expectation
	for _, n := range document(t, "violating.yaml").Get("findings").Items() {
		all = append(all, expectation{text(n, "check"), text(n, "file"), text(n, "line")})
	}
	return all
}

// copyService copies a service to a directory of its own and makes its path to this module absolute.
func copyService(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(services, name))); err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	replace(t, filepath.Join(dir, "go.mod"), func(s string) string { return strings.ReplaceAll(s, "../../..", root) })
	return dir
}

func replace(t *testing.T, path string, change func(string) string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(change(string(data))), 0o600); err != nil {
		t.Fatal(err)
	}
}

// apply makes the edits, each of which must fit in exactly one place.
func apply(t *testing.T, dir string, edits []edit) {
	t.Helper()
	for _, e := range edits {
		replace(t, filepath.Join(dir, e.file), func(s string) string {
			if n := strings.Count(s, e.from); n != 1 {
				t.Fatalf("%s: %d places have %q", e.file, n, e.from)
			}
			return strings.Replace(s, e.from, e.to, 1)
		})
	}
}

// lines returns the lines of a file, without the space around them.
func lines(t *testing.T, dir, file string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Split(string(data), "\n")
	for i := range all {
		all[i] = strings.TrimSpace(all[i])
	}
	return all
}

// reslint builds the command once.
var reslint = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "reslint-services-")
	if err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "reslint")
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", bin, "../../cmd/reslint").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return bin, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if bin, err := reslint(); err == nil {
		os.RemoveAll(filepath.Dir(bin))
	}
	os.Exit(code)
}

type report struct {
	Summary  map[string]any
	Findings []struct {
		Check, Message string
		Pos            struct {
			File string
			Line int
		}
	}
}

// run runs reslint on the service in dir.
func run(t *testing.T, dir string) report {
	t.Helper()
	bin, err := reslint()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bin, "-format", "json", "-fail-on", "note", "./...")
	cmd.Dir = dir
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("%v\n%s\n%s", err, out, exit.Stderr)
	}
	var r report
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatalf("%v in\n%s", err, out)
	}
	return r
}

// found returns what reslint found as expectations, sorted.
func found(t *testing.T, dir string) []expectation {
	t.Helper()
	var all []expectation
	for _, f := range run(t, dir).Findings {
		all = append(all, expectation{f.Check, f.Pos.File, lines(t, dir, f.Pos.File)[f.Pos.Line-1]})
	}
	sortAll(all)
	return all
}

func sortAll(all []expectation) {
	slices.SortFunc(all, func(a, b expectation) int { return strings.Compare(a.String()+a.Line, b.String()+b.Line) })
}

func join(all []expectation) string {
	var b strings.Builder
	for _, e := range all {
		fmt.Fprintf(&b, "\t%v\n", e)
	}
	return b.String()
}

func TestCompliantService(t *testing.T) {
	t.Parallel()
	r := run(t, copyService(t, "compliant"))
	for _, f := range r.Findings {
		t.Errorf("%s:%d: %s", f.Pos.File, f.Pos.Line, f.Message)
	}
	if n, _ := r.Summary["systems"].(float64); n < 3 {
		t.Errorf("the summary has %v systems: %v", r.Summary["systems"], r.Summary)
	}
}

func TestViolatingService(t *testing.T) {
	t.Parallel()
	want := violations(t)
	sortAll(want)
	if got := found(t, copyService(t, "violating")); !slices.Equal(got, want) {
		t.Errorf("found\n%swant\n%s", join(got), join(want))
	}
}

// The data is right in itself: every text is where it should be, the README's table lists every violation, and every check
// is violated, apart from those that are off and those about comments.
func TestData(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile(filepath.Join(services, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range violations(t) {
		if !slices.Contains(lines(t, filepath.Join(services, "violating"), e.File), e.Line) {
			t.Errorf("no such line: %v", e)
		}
		if !strings.Contains(string(readme), fmt.Sprintf("| `%s` | %s |", e.Check, e.File)) {
			t.Errorf("README.md lacks %v", e)
		}
	}
	for _, c := range analyzers.Checks() {
		shown := slices.ContainsFunc(violations(t), func(e expectation) bool { return e.Check == c.Name })
		if ofCode := c.Guide != "" && !c.Off; ofCode && !shown {
			t.Errorf("violating has no %s: make the mistake there, and write it into violating.yaml and README.md", c.Name)
		}
	}
	all := mutations(t)
	if len(all) < 30 {
		t.Errorf("only %d mutations", len(all))
	}
	names := map[string]bool{}
	for _, m := range all {
		if names[m.name] {
			t.Errorf("two mutations are called %q", m.name)
		}
		names[m.name] = true
		dir := copyService(t, "compliant")
		apply(t, dir, m.edits)
		if !slices.Contains(lines(t, dir, m.want.File), m.want.Line) {
			t.Errorf("%s: no such line: %v", m.name, m.want)
		}
	}
}

func TestMutations(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs reslint once for every mutation")
	}
	for _, m := range mutations(t) {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			dir := copyService(t, "compliant")
			apply(t, dir, m.edits)
			if got := found(t, dir); !slices.Equal(got, []expectation{m.want}) {
				t.Errorf("found\n%swant\n\t%v", join(got), m.want)
			}
		})
	}
}
