package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/yamlfile"
)

// document reads the only document of a YAML text.
func document(t *testing.T, name string, text []byte) *yamlfile.Node {
	t.Helper()
	f, err := yamlfile.Parse(name, text)
	if err != nil || len(f.Docs) != 1 {
		t.Fatalf("%s: %v", name, err)
	}
	return f.Docs[0]
}

func readDocument(t *testing.T, name string) *yamlfile.Node {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return document(t, name, text)
}

// at follows keys; it ends the test where there is none.
func at(t *testing.T, n *yamlfile.Node, keys ...string) *yamlfile.Node {
	t.Helper()
	for _, k := range keys {
		if n = n.Get(k); n == nil {
			t.Fatalf("no %q in %v", k, keys)
		}
	}
	return n
}

var expression = regexp.MustCompile(`\$\{\{ *([\w.-]+) *\}\}`)

// runAction runs the steps of action.yml that are scripts, as GitHub does. It returns what they write, the outputs and
// whether the last one succeeds.
func runAction(t *testing.T, action, workspace string, with map[string]string) (out string, values map[string]string, ok bool) {
	t.Helper()
	def := readDocument(t, "action.yml")
	temp := t.TempDir()
	values = map[string]string{"github.action_path": action}
	for _, p := range at(t, def, "inputs").Pairs() {
		values["inputs."+p.Key.Text] = at(t, p.Value, "default").Text
	}
	for name, value := range with {
		if _, ok := values["inputs."+name]; !ok {
			t.Fatalf("the action has no input %q", name)
		}
		values["inputs."+name] = value
	}
	for _, step := range at(t, def, "runs", "steps").Items() {
		if step.Get("run") == nil {
			continue
		}
		output := filepath.Join(temp, "output")
		env := append(os.Environ(), "RUNNER_TEMP="+temp, "GITHUB_OUTPUT="+output, "GITHUB_WORKSPACE="+workspace)
		if vars := step.Get("env"); vars != nil {
			for _, p := range vars.Pairs() {
				env = append(env, p.Key.Text+"="+expression.ReplaceAllStringFunc(p.Value.Text, func(s string) string {
					name := expression.FindStringSubmatch(s)[1]
					value, ok := values[name]
					if !ok && !strings.HasPrefix(name, "steps.") {
						t.Errorf("%s is not known", name)
					}
					return value
				}))
			}
		}
		script := at(t, step, "run").Text
		if strings.Contains(script, "${{") {
			t.Errorf("what is put into a script is run: %s", script)
		}
		text, status := shell(t, workspace, env, script)
		out += text
		written, _ := os.ReadFile(output)
		for line := range strings.Lines(string(written)) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
			values["steps."+at(t, step, "id").Text+".outputs."+name] = value
		}
		_ = os.Remove(output)
		if status != 0 {
			return out, values, false
		}
	}
	return out, values, true
}

func TestAction(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	work := sample(t)
	out, values, ok := runAction(t, root, work, map[string]string{"require": "clients=1"})
	sarif := values["steps.check.outputs.sarif"]
	if ok || values["steps.check.outputs.status"] != "1" || !strings.Contains(out, "::error file=client/client.go,line=7,") {
		t.Errorf("with findings: %t %v\n%s", ok, values, out)
	}
	if text, err := os.ReadFile(sarif); err != nil || !strings.Contains(string(text), `"uri": "client/client.go"`) {
		t.Errorf("%v: %s", err, text)
	}
	bin := filepath.Join(filepath.Dir(sarif), "reslint-bin")
	if text, status := shell(t, work, withPath(os.Environ(), bin), "cd client && reslint baseline"); status != 0 {
		t.Fatal(text)
	}
	for _, tt := range []struct {
		name   string
		with   map[string]string
		status string
	}{
		{"baseline", map[string]string{"working-directory": "client", "baseline": ".reslint-baseline"}, "0"},
		{"revision", map[string]string{"new-from": "HEAD"}, "0"},
		{"packages", map[string]string{"packages": "./client ./none"}, "2"},
		{"too few", map[string]string{"new-from": "HEAD", "require": "clients=9"}, "2"},
		{"odd values", map[string]string{"config": "$(touch pwned); a b"}, "2"},
	} {
		out, values, ok := runAction(t, root, work, tt.with)
		if ok != (tt.status == "0") || values["steps.check.outputs.status"] != tt.status {
			t.Errorf("%s: %t %v\n%s", tt.name, ok, values, out)
		}
	}
	if _, err := os.Stat(filepath.Join(work, "pwned")); err == nil {
		t.Error("an input was run")
	}
}

// TestPreCommit runs the hook in a repository, with what is installed here.
func TestPreCommit(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds every program of the module")
	}
	if _, err := exec.LookPath("pre-commit"); err != nil {
		t.Skip("pre-commit is not installed: apt-get install pre-commit")
	}
	hooks, work := source(t), sample(t)
	commit(t, hooks)
	rev, status := shell(t, hooks, os.Environ(), "git rev-parse HEAD")
	if status != 0 {
		t.Fatal(rev)
	}
	config := snippet(t, "docs/ci.md", "yaml", "repos:")
	config = strings.ReplaceAll(config, "https://"+modulePath, hooks)
	once := strings.Split(strings.TrimSpace(snippet(t, "docs/ci.md", "sh", "pre-commit autoupdate")), "\n")
	if len(once) != 3 {
		t.Fatalf("the manual says %q", once)
	}
	unpack(t, work, "-- .pre-commit-config.yaml --\n"+config)
	env := append(os.Environ(), "PRE_COMMIT_HOME="+t.TempDir(), "GOPROXY=off", "GOFLAGS=", "GOTOOLCHAIN=local")
	env = append(env, goEnv(t, "GOMODCACHE", "GOCACHE")...)
	for _, step := range []struct{ run, want string }{
		{once[0], "updating main -> " + strings.TrimSpace(rev)},
		{once[1], "installed at"},
		{"git add -A && " + once[2], "no-timeout"},
		{"pre-commit run --files README.md", "Skipped"},
		{"pre-commit run --files config/app.yaml", "Failed"},
		{"sed -i 's/= &http.Client{}/*http.Client/' client/client.go && pre-commit run --all-files", "Passed"},
	} {
		out, status := shell(t, work, env, step.run)
		if !strings.Contains(out, step.want) || (status != 0) != (step.want == "Failed" || step.want == "no-timeout") {
			t.Fatalf("%s: exit status %d\n%s", step.run, status, out)
		}
	}
}

// TestGitLab runs the script of the template.
func TestGitLab(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("downloads and builds the module")
	}
	work := sample(t)
	job := at(t, readDocument(t, "templates/reslint.gitlab-ci.yml"), "reslint")
	env := append(proxy(t, source(t)), "CI_PROJECT_DIR="+work)
	for _, p := range at(t, job, "variables").Pairs() {
		env = append(env, p.Key.Text+"="+p.Value.Text)
	}
	var lines []string
	for _, l := range at(t, job, "script").Items() {
		lines = append(lines, l.Text)
	}
	out, status := shell(t, work, env, strings.Join(lines, "\n"))
	report, err := os.ReadFile(filepath.Join(work, at(t, job, "artifacts", "reports", "codequality").Text))
	if status != 1 || err != nil || !strings.Contains(string(report), `"path": "client/client.go"`) {
		t.Errorf("exit status %d, %v\n%s%s", status, err, out, report)
	}
	out, status = shell(t, work, append(env, "RESLINT_ARGS=-new-from HEAD"), lines[1])
	if status != 0 {
		t.Errorf("with arguments: exit status %d\n%s", status, out)
	}
}

// snippets are the code blocks of a document, in one language.
func snippets(t *testing.T, name, lang string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for i, part := range strings.Split(string(text), "```") {
		if body, ok := strings.CutPrefix(part, lang+"\n"); ok && i%2 == 1 {
			out = append(out, body)
		}
	}
	return out
}

// snippet is the code block that begins with some text.
func snippet(t *testing.T, name, lang, start string) string {
	t.Helper()
	all := snippets(t, name, lang)
	i := slices.IndexFunc(all, func(s string) bool { return strings.HasPrefix(s, start) })
	if i < 0 {
		t.Fatalf("%s: no %s block begins with %q", name, lang, start)
	}
	return all[i]
}

// Every command in the document works as it stands there: it finds something, or nothing, but never fails.
func TestCIDocument(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("downloads and builds the module")
	}
	bin, work, small := t.TempDir(), sample(t), t.TempDir()
	unpack(t, small, "-- go.mod --\nmodule example.com/small\n\ngo 1.26\n-- p.go --\npackage p\n")
	without := append(proxy(t, source(t)), "GOBIN="+bin)
	env := withPath(without, bin)
	_, absent := exec.LookPath("reslint")
	ran := 0
	for _, block := range snippets(t, "docs/ci.md", "sh") {
		for line := range strings.SplitSeq(strings.TrimSpace(block), "\n") {
			dir := work
			if strings.HasPrefix(line, "pre-commit ") {
				continue // see TestPreCommit
			}
			if strings.Contains(line, "vettool") {
				dir = small // there, go vet need not look at the standard library
				if out, status := shell(t, dir, without, line); absent != nil && status == 0 {
					t.Errorf("%s: without reslint on the PATH the run is green\n%s", line, out)
				}
			}
			out, status := shell(t, dir, env, line)
			hides := strings.Contains(line, "-new-from") || strings.Contains(line, "-baseline .") || !strings.HasPrefix(line, "reslint ") || strings.Contains(line, "reslint baseline")
			if want := map[bool]int{true: 0, false: 1}[hides]; status != want {
				t.Errorf("%s: exit status %d, want %d\n%s", line, status, want, out)
			}
			ran++
		}
	}
	if ran < 7 {
		t.Errorf("only %d commands", ran)
	}
	workflow := document(t, "workflow", []byte(snippet(t, "docs/ci.md", "yaml", "name: reslint")))
	inputs := at(t, readDocument(t, "action.yml"), "inputs")
	for _, step := range at(t, workflow, "jobs", "reslint", "steps").Items() {
		if uses := step.Get("uses"); uses != nil && strings.HasPrefix(uses.Text, "reslint/reslint@") {
			for _, p := range at(t, step, "with").Pairs() {
				at(t, inputs, p.Key.Text)
			}
		}
	}
	gitlab := document(t, "gitlab", []byte(snippet(t, "docs/ci.md", "yaml", "include:")))
	_, name, _ := strings.Cut(at(t, gitlab, "include").Items()[0].Get("remote").Text, "/raw/main/")
	template := readDocument(t, name)
	for _, p := range at(t, gitlab, "variables").Pairs() {
		at(t, template, "reslint", "variables", p.Key.Text)
	}
	for _, row := range []string{"text", "json", "sarif", "github", "gitlab", "checkstyle"} {
		if text, err := os.ReadFile("../../docs/ci.md"); err != nil || !strings.Contains(string(text), "| `"+row+"` |") {
			t.Errorf("the table has no %s", row)
		}
	}
}
