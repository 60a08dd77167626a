package completion_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/completion"
)

func table() completion.Table {
	checks := completion.Value{Kind: completion.Words, Words: []completion.Word{
		{Text: "no-timeout", Help: "a client's request may wait: for ever"}, {Text: "pool-total", Help: "$HOME `date` \\"},
	}}
	return completion.Table{Program: "reslint", Commands: []completion.Command{
		{Name: "check", Help: "check packages", Args: completion.Value{Kind: completion.Dir}, Flags: []completion.Flag{
			{Name: "format", Help: "it's a format", Value: completion.Value{
				Kind: completion.Words, Words: []completion.Word{{Text: "json"}, {Text: "text"}}}},
			{Name: "fix", Help: "apply fixes"},
			{Name: "config", Help: "a file", Value: completion.Value{Kind: completion.File}},
			{Name: "require", Help: "numbers", Value: completion.Value{Kind: completion.Text}},
		}},
		{Name: "explain", Help: "explain a check", Args: checks, Flags: []completion.Flag{{Name: "width", Help: "columns"}}},
		{Name: "version", Help: "print the version"},
	}}
}

// lines are command lines, the last word being completed, and what must be offered.
var lines = []struct {
	words string
	want  []string
}{
	{"ver", []string{"version"}},
	{"explain ", []string{"no-timeout", "pool-total"}},
	{"explain no", []string{"no-timeout"}},
	{"-fo", []string{"-format"}},
	{"--fo", []string{"--format"}},
	{"-f", []string{"-fix", "-format"}},
	{"-format ", []string{"json", "text"}},
	{"--format j", []string{"json"}},
	{"check -format j", []string{"json"}},
	{"explain -", []string{"-width"}},
	{"-config sub/fi", []string{"sub/file with space.yaml"}},
	{"check su", []string{"sub"}},
	{"-require x", nil},
	{"version ", nil},
}

func setup(t *testing.T, shell string) (dir, script string) {
	t.Helper()
	if _, err := exec.LookPath(shell); err != nil {
		t.Skipf("no %s", shell)
	}
	text, err := completion.Script(shell, table())
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"sub/file with space.yaml": "", "script": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir, filepath.Join(dir, "script")
}

func run(t *testing.T, dir, shell string, args ...string) []string {
	t.Helper()
	cmd := exec.Command(shell, args...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "TERM=dumb", "LC_ALL=C.UTF-8"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s %q: %v\n%s", shell, args[len(args)-1], err, out)
	}
	var got []string
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSuffix(strings.TrimRight(line, "\n"), "/"); line != "" {
			got = append(got, line)
		}
	}
	slices.Sort(got)
	return got
}

func TestBash(t *testing.T) {
	t.Parallel()
	dir, script := setup(t, "bash")
	const driver = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _reslint; printf '%s\n' "${COMPREPLY[@]}"`
	for _, tt := range append(lines, struct {
		words string
		want  []string
	}{"-format = j", []string{"json"}}) { // bash splits at "="
		args := append([]string{"--norc", "-c", driver, "bash", script, "reslint"}, strings.Split(tt.words, " ")...)
		if got := run(t, dir, "bash", args...); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.words, got, tt.want)
		}
	}
}

func TestFish(t *testing.T) {
	t.Parallel()
	dir, script := setup(t, "fish")
	for _, tt := range lines {
		var got []string
		for _, line := range run(t, dir, "fish", "--no-config", "-c", "source "+script+"; complete -C 'reslint "+tt.words+"'") {
			word, _, _ := strings.Cut(line, "\t")
			got = append(got, strings.TrimSuffix(word, "/"))
		}
		for _, want := range tt.want {
			if !slices.Contains(got, want) && !slices.Contains(got, strings.ReplaceAll(want, " ", `\ `)) {
				t.Errorf("%q: %q, want %q", tt.words, got, want)
			}
		}
		if len(got) > len(tt.want) && !strings.HasSuffix(tt.words, "-") && tt.words != "-f" { // fish offers both dashes
			t.Errorf("%q: %q, want only %q", tt.words, got, tt.want)
		}
	}
}

func TestZsh(t *testing.T) {
	t.Parallel()
	dir, script := setup(t, "zsh")
	// The completion system needs a terminal, so the functions that it would call write down what they are given.
	const driver = `
compdef() { :; }
compset() { PREFIX=${PREFIX#*=}; }
_files() { [[ $1 == -/ ]] && print -l -- ${PREFIX}*(/N) || print -l -- ${PREFIX}*(.N); }
_describe() { local a; [[ $1 == -o ]] && shift; for a in ${(P)2}; do a=${a%%:*}; [[ $a == $PREFIX* ]] && print -r -- $a; done; }
source $1; shift; words=("$@"); CURRENT=$#; PREFIX=${words[-1]}; _reslint; true`
	for _, tt := range append(lines, struct {
		words string
		want  []string
	}{"-format=j", []string{"json"}}) {
		args := append([]string{"-f", "-c", driver, "zsh", script, "reslint"}, strings.Split(tt.words, " ")...)
		if got := run(t, dir, "zsh", args...); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.words, got, tt.want)
		}
	}
}

func TestScript(t *testing.T) {
	t.Parallel()
	for _, shell := range completion.Shells() {
		text, err := completion.Script(shell, table())
		if err != nil || !strings.Contains(text, "no-timeout") || !strings.HasSuffix(text, "\n") {
			t.Errorf("%s: %v\n%s", shell, err, text)
		}
		if _, err := completion.Script(shell, completion.Table{}); err == nil {
			t.Errorf("%s: an empty table is accepted", shell)
		}
	}
	_, err := completion.Script("tcsh", table())
	if err == nil || err.Error() != `unknown shell "tcsh": use one of bash, fish, zsh` {
		t.Errorf("got %v", err)
	}
}
