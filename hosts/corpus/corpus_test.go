// Package corpus_test runs the fixtures and the sample services through every host, and compares what they report. By
// default that is a part of them through the command and go vet; with -full it is all of them through all hosts.
package corpus_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/rule"
)

var full = flag.Bool("full", false, "run everything through all hosts; builds them")

// corpus is the module of the fixtures, relative to this directory, and the services, which are modules below it.
const corpus = "../../testdata"

// A program is a part of the corpus.
type program struct {
	dir      string   // of the module, below corpus
	patterns []string // packages
	clean    bool     // nothing is to be found
	copied   string   // where the module is, if not below corpus
}

// path is the directory of the module.
func (p program) path() string {
	if p.copied != "" {
		return p.copied
	}
	return filepath.Join(corpus, p.dir)
}

// programs are large enough to have a finding of each analyzer, also across packages, in settings and in generated code.
func programs() []program {
	all := []string{"./..."}
	out := []program{
		{dir: ".", patterns: []string{"./isoclient/across/...", "./lifecycle/permits", "./limits/factory/...", "./limits/silent/...",
			"./naming/sections/...", "./placement/generated/..."}},
		{dir: "services/violating", patterns: all},
	}
	if *full {
		out[0].patterns = all
		out = append(out, program{dir: "services/compliant", patterns: all, clean: true})
	}
	return out
}

// A finding is what all hosts show of one, in one form.
type finding struct {
	file  string // relative to the module, with slashes
	line  int
	check string
}

func (f finding) String() string { return fmt.Sprintf("%s:%d: %s", f.file, f.line, f.check) }

func (f finding) inGo() bool { return path.Ext(f.file) == ".go" }

// A host is a way to run reslint.
type host struct {
	name string
	full bool // takes minutes to build
	runs int  // how many times: the second run of a host that keeps findings must say the same
	// build makes the program that run gets, in a directory of the test's.
	build func(t *testing.T, dir string) (bin string)
	// run returns the findings of one run and its exit status. The state directory stays the same from run to run.
	run func(t *testing.T, bin, state string, p program) (found []finding, status int)
	// status is the exit status of a run that finds something.
	status int
	// drops reports findings of the command that this host is known not to show; nil is none.
	drops func(t *testing.T, p program, f finding) bool
}

// hosts are compared with the command. What each one leaves out is in its manual, below docs.
var hosts = []host{
	{name: "go vet", runs: 2, build: command, run: vet, status: 1},
	{name: "gopls", full: true, runs: 1, build: gopls, run: edit, status: 0},
	{name: "golangci-lint", full: true, runs: 2, build: golangci, run: lint, status: 1, drops: generated},
}

func TestHosts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bin := command(t, dir)
	want := make(map[string][]finding)
	for _, p := range programs() {
		found, status := reslint(t, bin, p)
		want[p.dir] = found
		if (len(found) == 0) != p.clean || (status == 0) != p.clean {
			t.Errorf("%s: the command ends with %d and finds %v", p.dir, status, found)
		}
	}
	for _, h := range hosts {
		t.Run(h.name, func(t *testing.T) {
			if h.full && !*full {
				t.Skip("takes minutes: go test ./hosts/corpus -full")
			}
			state := t.TempDir()
			bin := h.build(t, state)
			for _, p := range programs() {
				for run := range h.runs {
					h.compare(t, bin, state, p, run+1, want[p.dir])
				}
			}
		})
	}
	kinds(t, want)
}

// compare checks one run of a host.
func (h host) compare(t *testing.T, bin, state string, p program, run int, want []finding) {
	t.Helper()
	want = slices.DeleteFunc(slices.Clone(want), func(f finding) bool {
		return h.drops != nil && h.drops(t, p, f)
	})
	got, status := h.run(t, bin, state, p)
	wantStatus := h.status
	if len(want) == 0 {
		wantStatus = 0
	}
	if status != wantStatus {
		t.Errorf("%s, run %d: exit status %d, want %d", p.dir, run, status, wantStatus)
	}
	more, fewer := difference(got, want), difference(want, got)
	if len(more)+len(fewer) > 0 {
		t.Errorf("%s, run %d, of %d findings\nmore: %v\nfewer: %v", p.dir, run, len(want), more, fewer)
	}
	t.Logf("%s, run %d: %d findings, exit status %d", p.dir, run, len(got), status)
}

// difference lists what a has more often than b, in order.
func difference(a, b []finding) (out []finding) {
	n := make(map[finding]int)
	for _, f := range b {
		n[f]++
	}
	for _, f := range a {
		if n[f]--; n[f] < 0 {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b finding) int { return strings.Compare(a.String(), b.String()) })
	return out
}

// kinds keeps the comparison from passing because there is nothing to compare.
func kinds(t *testing.T, want map[string][]finding) {
	t.Helper()
	all := slices.Concat(slices.Collect(maps.Values(want))...)
	for name, is := range map[string]func(finding) bool{
		"in settings":     func(f finding) bool { return !f.inGo() },
		"across packages": func(f finding) bool { return f.check == "shared-client" && strings.Contains(f.file, "across/") },
		"generated code":  func(f finding) bool { return f.check == "wrapper-on-generated-client" },
		"permits":         func(f finding) bool { return f.check == "permit-leak" },
		"names":           func(f finding) bool { return f.check == "section-name" },
	} {
		if !slices.ContainsFunc(all, is) {
			t.Errorf("no finding: %s", name)
		}
	}
}

// execute runs a program in the module of p, and returns what it writes and its exit status.
func execute(t *testing.T, p program, env []string, bin string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, errs strings.Builder
	cmd := exec.Command(bin, args...)
	cmd.Dir = p.path()
	cmd.Env = append(os.Environ(), append([]string{"GOWORK=off", "GOFLAGS="}, env...)...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// command builds reslint. The link identifier makes each build another tool for the go command, so that the first run
// is not answered from the cache.
func command(t *testing.T, dir string) string {
	return goBuild(t, filepath.Join("..", ".."), filepath.Join(dir, "reslint"), "-ldflags=-buildid="+filepath.Base(filepath.Dir(dir))+filepath.Base(dir), "./cmd/reslint")
}

// golangci builds golangci-lint with reslint in it.
func golangci(t *testing.T, dir string) string {
	return goBuild(t, filepath.Join("..", "golangci-lint"), filepath.Join(dir, "golangci-lint-reslint"), ".")
}

func goBuild(t *testing.T, dir, bin string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"build", "-buildvcs=false", "-o", bin}, args...)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// reslint runs the command.
func reslint(t *testing.T, bin string, p program) ([]finding, int) {
	t.Helper()
	out, errs, status := execute(t, p, nil, bin, append([]string{"-format", "json", "-fail-on", "note"}, p.patterns...)...)
	var report struct {
		Findings []struct {
			Check string
			Pos   struct {
				File string
				Line int
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil || status > 1 {
		t.Fatalf("%s: exit status %d, %v\n%s", p.dir, status, err, errs)
	}
	var found []finding
	for _, f := range report.Findings {
		found = append(found, finding{f.Pos.File, f.Pos.Line, f.Check})
	}
	return found, status
}

// vet runs the command as a tool of go vet.
func vet(t *testing.T, bin, _ string, p program) ([]finding, int) {
	t.Helper()
	_, errs, status := execute(t, p, nil, "go", append([]string{"vet", "-vettool=" + bin}, p.patterns...)...)
	var found []finding
	for line := range strings.Lines(errs) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		m := place.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("go vet writes %q", line)
			continue
		}
		if strings.HasPrefix(m[3], "\t") {
			continue // a place that the finding before speaks of
		}
		found = append(found, shown(t, m[1], m[2], m[3]))
	}
	return found, status
}

const lintConfig = `version: "2"
linters:
  default: none
  enable: [reslint]
  settings:
    custom:
      reslint: {type: module}
issues: {max-same-issues: 0, max-issues-per-linter: 0, uniq-by-line: false}
`

// lint runs golangci-lint.
func lint(t *testing.T, bin, state string, p program) ([]finding, int) {
	t.Helper()
	config := filepath.Join(state, "golangci.yml")
	if err := os.WriteFile(config, []byte(lintConfig), 0o600); err != nil {
		t.Fatal(err)
	}
	env := []string{"GOLANGCI_LINT_CACHE=" + state, "TMPDIR=" + state}
	out, errs, status := execute(t, p, env, bin, append([]string{"run", "--config", config, "--path-mode=abs", "--show-stats=false", "--output.json.path=stdout"}, p.patterns...)...)
	var report struct {
		Issues []struct {
			Text string
			Pos  struct {
				Filename string
				Line     int
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("%s: exit status %d, %v\n%s", p.dir, status, err, errs)
	}
	top, err := filepath.Abs(filepath.Join(corpus, p.dir))
	if err != nil {
		t.Fatal(err)
	}
	var found []finding
	for _, issue := range report.Issues {
		_, message, _ := strings.Cut(issue.Text, ": ")
		file, err := filepath.Rel(top, issue.Pos.Filename)
		if err != nil {
			t.Error(err)
		}
		found = append(found, shown(t, file, strconv.Itoa(issue.Pos.Line), message))
	}
	return found, status
}

// gopls builds gopls with reslint in it, where the repository has that.
func gopls(t *testing.T, dir string) string {
	if _, err := os.Stat(filepath.Join("..", "gopls", "go.mod")); err != nil {
		t.Skip("there is no hosts/gopls")
	}
	return goBuild(t, filepath.Join("..", "gopls"), filepath.Join(dir, "gopls-reslint"), ".")
}

// edit runs "gopls check", which shows what an editor would if all files were open in it.
func edit(t *testing.T, bin, state string, p program) ([]finding, int) {
	t.Helper()
	if p.dir == "." { // gopls finds no package in a directory with the name testdata
		p.copied = filepath.Join(state, "fixtures")
		if err := os.CopyFS(p.copied, os.DirFS(corpus)); err != nil {
			t.Fatal(err)
		}
	}
	top, err := filepath.Abs(p.path())
	if err != nil {
		t.Fatal(err)
	}
	list := `{{$dir := .Dir}}{{range .GoFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}{{range .CgoFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}`
	files, errs, status := execute(t, p, nil, "go", append([]string{"list", "-f", list}, p.patterns...)...)
	if status != 0 {
		t.Fatal(errs)
	}
	out, errs, status := execute(t, p, []string{"GOPLSCACHE=" + filepath.Join(state, "cache")}, bin, append([]string{"check", "-severity=hint"}, strings.Fields(files)...)...)
	if errs != "" {
		t.Log(errs)
	}
	known := analyzers.Checks()
	var found []finding
	for line := range strings.Lines(out) {
		m := place.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue // what gopls itself has to say may take several lines
		}
		tag := checkTag.FindStringSubmatch(m[3])
		if tag == nil || !slices.ContainsFunc(known, func(c *rule.Check) bool { return c.Name == tag[1] }) {
			continue // of an analyzer of gopls
		}
		file, err := filepath.Rel(top, m[1])
		if err != nil {
			t.Error(err)
		}
		found = append(found, shown(t, file, m[2], m[3]))
	}
	return found, status
}

var (
	place    = regexp.MustCompile(`^(.+?\.go):(\d+)(?::[\d:-]+)?: (.*)$`)
	named    = regexp.MustCompile(`^([^\s:]+\.(?:ya?ml|go)|[^\s:]*\.env[^\s:/]*):(\d+): `)
	checkTag = regexp.MustCompile(`\(([a-z-]+)(?:, R-[^)]*)?\)$`)
)

// shown makes a finding of what a host shows. The check is in the message, and so is the place, in front, where the
// finding is in settings or in another package, and is shown at the Go code that leads there.
func shown(t *testing.T, file, line, message string) finding {
	t.Helper()
	m := checkTag.FindStringSubmatch(message)
	if m == nil {
		t.Errorf("%s:%s names no check: %s", file, line, message)
		return finding{file: file}
	}
	file = filepath.ToSlash(file)
	if at := named.FindStringSubmatch(message); at != nil {
		file, line = at[1], at[2]
	}
	n, err := strconv.Atoi(line)
	if err != nil {
		t.Error(err)
	}
	return finding{file, n, m[1]}
}

var generatedFiles sync.Map // file → bool

// generated reports whether golangci-lint leaves a finding out because a program wrote the file.
func generated(t *testing.T, p program, f finding) bool {
	t.Helper()
	if !f.inGo() {
		return false
	}
	name := filepath.Join(corpus, p.dir, filepath.FromSlash(f.file))
	if is, ok := generatedFiles.Load(name); ok {
		return is.(bool)
	}
	syntax, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	is := ast.IsGenerated(syntax)
	generatedFiles.Store(name, is)
	return is
}
