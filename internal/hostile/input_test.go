package hostile_test

import (
	"encoding/json"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// sound is a package that has a finding, which must be there whatever is wrong with others.
const sound = "package c\n\nimport \"net/http\"\n\nvar C = &http.Client{}\n"

// soundFinding is that finding.
const soundFinding = "c/c.go:5:10: the client has no timeout"

// write makes a module of files. A name that ends in "->" is a link to what stands in the place of the text.
func write(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		name, link := strings.CutSuffix(name, "->")
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		var err error
		if link {
			err = os.Symlink(text, file)
		} else {
			err = os.WriteFile(file, []byte(text), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// with is a module with a sound package and other files.
func with(files map[string]string) map[string]string {
	out := map[string]string{"go.mod": "module example.com/m\n\ngo 1.26\n", "c/c.go": sound}
	for name, text := range files {
		out[name] = text
	}
	return out
}

// inputs are modules with something odd in them. What is wrong is named with its place on standard error, in lines that
// these texts are in; "" is that nothing is, and the line with the summary all there is. The sound package is judged
// unless nothing can be.
var inputs = map[string]struct {
	files map[string]string
	env   []string
	args  []string
	want  []string
	not   bool // judged
}{
	"import cycle": {files: map[string]string{
		"a/a.go": "package a\n\nimport \"example.com/m/b\"\n\nvar A = b.B\n", "b/b.go": "package b\n\nimport \"example.com/m/a\"\n\nvar B = a.A\n",
	}, want: []string{"a/a.go:3:8: could not import example.com/m/b (import cycle: [example.com/m/b example.com/m/a])"}},
	"import of itself": {files: map[string]string{"a/a.go": "package a\n\nimport _ \"example.com/m/a\"\n"}, want: []string{"a/a.go:3:10: could not import example.com/m/a (import cycle"}},
	"import cycle through tests": {files: map[string]string{
		"a/a.go": "package a\n", "a/a_test.go": "package a\n\nimport _ \"example.com/m/b\"\n", "b/b.go": "package b\n\nimport _ \"example.com/m/a\"\n",
	}, args: []string{"-tests"}, want: []string{"tests of example.com/m/a skipped: import cycle not allowed in test"}},
	"imports main": {files: map[string]string{"a/a.go": "package a\n\nimport _ \"example.com/m/b\"\n", "b/b.go": "package main\n\nfunc main() {}\n"},
		want: []string{"a/a.go:3:8: import \"example.com/m/b\" is a program, not an importable package"}},

	"NUL":                     {files: map[string]string{"a/a.go": "package a\n\x00var x = 1\n"}, want: []string{"a/a.go: unexpected NUL in input"}},
	"byte order mark":         {files: map[string]string{"a/a.go": "package a\n\n\xef\xbb\xbfvar x = 1\n"}, want: []string{"a/a.go:3:1: illegal byte order mark"}},
	"UTF-16":                  {files: map[string]string{"a/a.go": "\xff\xfep\x00a\x00"}, want: []string{"a/a.go:1:1: cannot check example.com/m/a: illegal UTF-8 encoding (got UTF-16)"}},
	"UTF-8 that is broken":    {files: map[string]string{"a/a.go": "package a\n\nvar s = \"\xff\xfe\"\n"}, want: []string{"a/a.go:3:10: illegal UTF-8 encoding"}},
	"empty file":              {files: map[string]string{"a/a.go": ""}, want: []string{"a/a.go:1:1: cannot check example.com/m/a: expected 'package', found 'EOF'"}},
	"two names":               {files: map[string]string{"a/a.go": "package a\n", "a/b.go": "package b\n"}, want: []string{"a/b.go:1:1: package b; expected package a"}},
	"bad constraint":          {files: map[string]string{"a/a.go": "//go:build x && (\n\npackage a\n"}, want: []string{"cannot check example.com/m/a: a.go: parsing //go:build line"}},
	"bad line directive":      {files: map[string]string{"a/a.go": "package a\n\n//line x.go:-3\nvar x = 1\n"}, want: []string{"a/a.go:3:13: cannot check example.com/m/a: invalid line number: -3"}},
	"function without a body": {files: map[string]string{"a/a.go": "package a\n\nfunc f()\n"}, want: []string{"example.com/m/a skipped: a/a.go:3:6: missing function body"}},
	"bad embed":               {files: map[string]string{"a/a.go": "package a\n\nimport _ \"embed\"\n\n//go:embed none\nvar s string\n"}, want: []string{"a/a.go:5:12: pattern none: no matching files found"}},

	"link to itself":        {files: map[string]string{"a/a.go": "package a\n", "a/b.go->": "b.go"}, want: []string{"a/b.go: too many levels of symbolic links"}},
	"links in a circle":     {files: map[string]string{"a/a.go": "package a\n", "a/up->": "../a", "a/here->": ".", "a/y.go->": "../a"}, want: []string{""}},
	"directory like a file": {files: map[string]string{"a/a.go": "package a\n", "a/x.go/y.go": "package y\n", "a/z.go/text": ""}, want: []string{""}},

	"go.mod that is broken":   {files: map[string]string{"go.mod": "module example.com/m\n\nrequire (\n\x1b[31m"}, want: []string{"errors parsing go.mod: go.mod:4: unexpected input character"}, not: true},
	"go.mod of the future":    {files: map[string]string{"go.mod": "module example.com/m\n\ngo 9.99\n"}, env: []string{"GOTOOLCHAIN=local"}, want: []string{"go.mod requires go >= 9.99"}, not: true},
	"module that is missing":  {files: map[string]string{"go.mod": "module example.com/m\n\ngo 1.26\n\nrequire example.com/none v1.2.3\n", "a/a.go": "package a\n\nimport _ \"example.com/none/x\"\n"}, want: []string{"a/a.go:3:10: could not import example.com/none/x: "}},
	"replaced by nothing":     {files: map[string]string{"go.mod": "module example.com/m\n\ngo 1.26\n\nrequire example.com/none v1.2.3\n\nreplace example.com/none => ./none\n", "a/a.go": "package a\n\nimport _ \"example.com/none/x\"\n"}, want: []string{"a/a.go:3:10: could not import example.com/none/x: "}},
	"vendor without any":      {env: []string{"GOFLAGS=-mod=vendor"}, want: []string{""}},
	"vendor that lacks some":  {files: map[string]string{"go.mod": "module example.com/m\n\ngo 1.26\n\nrequire example.com/none v1.2.3\n"}, env: []string{"GOFLAGS=-mod=vendor"}, want: []string{"inconsistent vendoring"}, not: true},
	"main of another system":  {files: map[string]string{"m/m_plan9.go": "package main\n\nfunc main() {}\n"}, want: []string{""}},
	"the same, asked for":     {files: map[string]string{"m/m_plan9.go": "package main\n\nfunc main() {}\n"}, args: []string{"./m", "./c"}, want: []string{"cannot check example.com/m/m: build constraints exclude all Go files in m"}},
	"all behind a constraint": {files: map[string]string{"a/a.go": "//go:build never\n\npackage a\n\nvar x int = \"\"\n"}, want: []string{""}},

	"cgo without a compiler": {files: map[string]string{"a/a.go": "package a\n\n// int f() { return 1; }\nimport \"C\"\n\nvar X = C.f()\n"}, env: []string{"CGO_ENABLED=1", "CC=/bin/false"},
		want: []string{"a/a.go:4:8: could not import C: cgo failed"}},
	"cgo without cgo": {files: map[string]string{"a/a.go": "package a\n\nimport \"C\"\n"}, env: []string{"CGO_ENABLED=0"}, want: []string{""}},

	"settings with NUL":            {files: map[string]string{"config/app.yaml": "client:\n  a: {max_connections: \x001}\n"}, want: []string{"config/app.yaml:2:24: character U+0000 is not allowed"}},
	"settings with broken UTF-8":   {files: map[string]string{"config/app.yaml": "client:\n  a: {max_connections: 1}\n  b\xff: {}\n"}, want: []string{"config/app.yaml:"}},
	"settings with byte order":     {files: map[string]string{"config/app.yaml": "\xef\xbb\xbfclient:\r\n  a: {max_connections: x}\r\n"}, want: []string{"config/app.yaml:2:"}},
	".env with NUL":                {files: map[string]string{".env": "A_MAX_CONNECTIONS=1\x00\n"}, want: []string{".env:1: byte 0x00 is no text"}},
	".env that is large":           {files: map[string]string{".env": strings.Repeat("A_MAX_CONNECTIONS=8\n", 10<<20/20)}, want: []string{".env:1: the file is larger than"}},
	"Go file that is large":        {files: map[string]string{"a/a.go": "package a\n\nvar S = \"" + strings.Repeat("x", 10<<20) + "\"\n"}, want: []string{""}},
	"comment that is large":        {files: map[string]string{"a/a.go": "package a\n\n" + strings.Repeat("// x\n", 10<<20/5) + "\nvar S = 1\n"}, want: []string{""}},
	"Go file that is large and no": {files: map[string]string{"a/a.go": "package a\n\nvar S = " + strings.Repeat("(", 1<<20) + "\n"}, want: []string{"a/a.go:3:"}},
}

// Whatever is wrong with a part of a module, it is named, the run fails, and the other packages are judged.
func TestInputs(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the command line some forty times")
	}
	t.Parallel()
	for name, tt := range inputs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if runtime.GOOS == "windows" && (strings.Contains(name, "link") || tt.env != nil) {
				t.Skip("no links, no /bin/false")
			}
			dir := write(t, with(tt.files))
			stdout, stderr, status := commandIn(dir, false, tt.env, tt.args...)
			want := 2
			for _, text := range tt.want {
				if text == "" {
					want = 1
					if strings.Count(stderr, "\n") != 1 {
						t.Errorf("more than a summary: %.1000s", stderr)
					}
				} else if !strings.Contains(stderr, text) {
					t.Errorf("nothing says %q: %.1000s", text, stderr)
				}
			}
			if status != want {
				t.Errorf("status %d, want %d", status, want)
			}
			if got := strings.Contains(stdout, soundFinding); got == tt.not {
				t.Errorf("the sound package is judged: %v\n%.1000s%.1000s", got, stdout, stderr)
			}
			if u := unsafe(stdout + stderr); u != "" {
				t.Error(u)
			}
		})
	}
}

// mutants are texts of one file with one token changed. Few of them compile.
func mutants(src string) []string {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(src))
	s.Init(file, []byte(src), nil, 0)
	var all []string
	for i := 0; ; i++ {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return all
		}
		if lit == "" {
			lit = tok.String()
		}
		at := file.Offset(pos)
		if lit == "\n" || at+len(lit) > len(src) {
			continue
		}
		before, after := src[:at], src[at+len(lit):]
		all = append(all, []string{
			before + after, before + lit + lit + after, before + "{" + after, before + "nil" + after, before + lit + "\n" + after, before,
		}[i%6])
	}
}

const mutated = `package p

import (
	"context"
	"net/http"
	"time"
)

type A[T any] struct {
	c *http.Client
	v T
}

func New[T any](v T) *A[T] {
	return &A[T]{&http.Client{Timeout: time.Second}, v}
}

func (a *A[T]) Get(ctx context.Context, k int) (err error) {
	defer func() { err = ctx.Err() }()
l:
	for i := range k {
		switch q, e := http.NewRequestWithContext(ctx, "GET", "https://a.example/", nil); {
		case e != nil && i > 3:
			break l
		default:
			a.c.Do(q)
		}
	}
	return nil
}
`

// What does not compile is named with file and line, each package of it once; what does is judged.
func TestMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a hundred packages")
	}
	t.Parallel()
	files := with(nil)
	all := mutants(mutated)
	for i, src := range all {
		files[fmt.Sprintf("p%03d/p.go", i)] = src
	}
	stdout, stderr, status := command(write(t, files), false)
	if status != 2 || !strings.Contains(stdout, soundFinding) {
		t.Errorf("status %d\n%.1000s", status, stdout)
	}
	named := regexp.MustCompile(`(?m)^reslint: (example\.com/m/(p\d+) skipped: |)(p\d+)/p\.go:\d+(:\d+)?: .`).FindAllStringSubmatch(stderr, -1)
	for _, m := range named {
		if m[2] != "" && m[2] != m[3] {
			t.Errorf("another file than the package's: %s", m[0])
		}
	}
	var judged int
	for line := range strings.Lines(stderr) {
		if n, err := fmt.Sscanf(line, "%d packages, ", &judged); n == 1 && err == nil {
			break
		}
	}
	t.Logf("%d mutants, %d named, %d packages judged", len(all), len(named), judged)
	if len(named)+judged != len(all)+1 || len(named) < len(all)/2 {
		t.Errorf("%d of %d are named, %d judged:\n%s", len(named), len(all), judged, stderr)
	}
}

// Line directives name files that are none of the program's: their names are safe in every format, and nothing of them
// is read or shown.
func TestLineDirectives(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such file names")
	}
	t.Parallel()
	const secret = "the-secret-of-another-file"
	outside := write(t, map[string]string{"secret.txt": secret + " = 12345678\n"})
	client := "var %s = &http.Client{}\n"
	var src strings.Builder
	src.WriteString("package p\n\nimport \"net/http\"\n\n")
	for i, line := range []string{
		"/*line " + filepath.Join(outside, "secret.txt") + ":1:1*/", "/*line ../../../../../../../../../.." + filepath.Join(outside, "secret.txt") + ":1:5*/",
		"/*line link.txt:1:1*/", "/*line pipe:1:1*/", "//line :77\n", "//line " + nasty + ".go:7\n", "/*line a" + strings.ReplaceAll(lines, "*/", "") + ":8:9*/",
		"//line x.go:1073741823\n", "//line .:1\n", "//line p_test.go:1\n",
	} {
		src.WriteString(line + fmt.Sprintf(client, fmt.Sprintf("C%d", i)))
	}
	dir := write(t, map[string]string{"go.mod": "module example.com/m\n\ngo 1.26\n", "p/p.go": src.String(), "p/link.txt->": filepath.Join(outside, "secret.txt")})
	read := pipe(t, filepath.Join(dir, "p", "pipe"), secret+"\n")
	for _, format := range []string{"text", "json", "sarif", "github", "gitlab", "checkstyle"} {
		for _, terminal := range []bool{false, true} {
			stdout, stderr, status := command(dir, terminal, "-format", format)
			if status != 1 || strings.Count(stdout, "the client has no timeout") < 10 {
				t.Errorf("%s: status %d: %s%s", format, status, stdout, stderr)
			}
			if u := unsafe(stderr + colors.Replace(stdout)); u != "" {
				t.Errorf("%s: %s", format, u)
			}
			if strings.Contains(stdout, secret) {
				t.Errorf("%s (terminal: %v) shows a file of somebody else:\n%s", format, terminal, stdout)
			}
			var doc struct {
				Findings []struct{ Pos struct{ File string } }
			}
			if format == "json" {
				if err := json.Unmarshal([]byte(stdout), &doc); err != nil {
					t.Error(err)
				}
			}
			for _, f := range doc.Findings {
				if f.Pos.File == "" {
					t.Error("a finding is in no file")
				}
			}
		}
	}
	if read() {
		t.Error("a pipe was read")
	}
}
