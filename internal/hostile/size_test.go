package hostile_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// sized are kinds of programs of any size. Each gets the body of a package whose imports are given.
var sized = []struct {
	name  string
	large int // the size that is judged against a quarter of it
	body  func(n int) string
}{
	{"cases of a switch", 5000, func(n int) string {
		return "func f(c *http.Client, k int) { switch k {\n" + times(n, "case %d: c.Get(\"https://a%[1]d.example/\")\n") + "} }\n" +
			"func F() { f(&http.Client{}, 1) }\n"
	}},
	{"cases that choose", 5000, func(n int) string {
		return "func F(k int) *http.Client { var c *http.Client; switch k {\n" + times(n, "case %d: c = &http.Client{Timeout: %[1]d}\n") + "}; c.Get(\"\"); return c }\n"
	}},
	{"cases of a select", 1000, func(n int) string {
		return "func F(c *http.Client, k []chan int) { select {\n" + times(n, "case <-k[%d]: c.Get(\"https://a%[1]d.example/\")\n") + "} }\n"
	}},
	{"statements", 20000, func(n int) string {
		return "func F() { c := &http.Client{}\n" + times(n, "c.Get(\"https://a.example/%d\")\n") + "}\n"
	}},
	{"clients in a function", 4000, func(n int) string {
		return "func F() {\n" + times(n, "c%d := &http.Client{}; c%[1]d.Get(\"https://a.example/\")\n") + "}\n"
	}},
	{"assignments", 20000, func(n int) string {
		return "func F(t time.Duration) { c := &http.Client{}\n" + times(n, "if t > %d { c.Timeout = t }\n") + "; c.Get(\"\") }\n"
	}},
	{"permits", 2000, func(n int) string {
		return "func F(ctx context.Context, c *http.Client, s *semaphore.Weighted) {\n" + times(n, "if s.Acquire(ctx, 1) == nil { c.Get(\"https://a.example/%d\"); s.Release(1) }\n") + "}\n"
	}},
	{"goroutines", 4000, func(n int) string {
		return "func F(c *http.Client) {\n" + times(n, "go func() { c.Get(\"https://a.example/%d\") }()\n") + "}\n"
	}},
	{"functions in a chain", 2000, func(n int) string {
		return "func f0(c *http.Client) *http.Client { c.Get(\"https://a.example/\"); return c }\n" +
			times(n, "func f%[2]d(c *http.Client) *http.Client { return f%[1]d(c) }\n") + fmt.Sprintf("func F() { f%d(&http.Client{}) }\n", n)
	}},
	{"functions that each call the next twice", 2000, func(n int) string {
		return "func f0(c *http.Client) { c.Get(\"https://a.example/\") }\n" +
			times(n, "func f%[2]d(c *http.Client) { f%[1]d(c); f%[1]d(c) }\n") + fmt.Sprintf("func F() { f%d(&http.Client{}) }\n", n)
	}},
	{"blocks", 1000, func(n int) string {
		return "func F(c *http.Client) {" + times(n, "{") + "c.Get(\"https://a.example/\")" + times(n, "}") + "}\n"
	}},
	{"conditions", 1000, func(n int) string {
		return "func F(k int) { c := &http.Client{}\n" + times(n, "if k > %d { c.Timeout = 1\n") + "c.Get(\"https://a.example/\")" + times(n, "}") + "}\n"
	}},
	{"loops", 400, func(n int) string {
		return "func F(c *http.Client) {" + times(n, "for i%d := range 3 { _ = i%[1]d\n") + "c.Get(\"https://a.example/\")" + times(n, "}") + "}\n"
	}},
	{"switches in each other", 400, func(n int) string {
		return "func F(c *http.Client, k int) {" + times(n, "switch k { case %d: c.Timeout = %[1]d; case -1: return; default:\n") + "c.Get(\"https://a.example/\")" + times(n, "}") + "}\n"
	}},
	{"closures", 400, func(n int) string {
		return "func F(c *http.Client) {" + times(n, "func() {") + "c.Get(\"https://a.example/\")" + times(n, "}()\n") + "}\n"
	}},
	{"closures that are kept", 400, func(n int) string {
		return "func F(c *http.Client) {" + times(n, "f%d := func() {") + "c.Get(\"https://a.example/\")" + downFrom(n, "}; f%d(); f%[1]d()\n") + "}\n"
	}},
	{"goroutines in each other", 400, func(n int) string {
		return "func F(c *http.Client) {" + times(n, "for { go func() {") + "c.Get(\"https://a.example/\")" + times(n, "}() }\n") + "}\n"
	}},
	{"defers in each other", 400, func(n int) string {
		return "func F(c *http.Client) {" + times(n, "defer func() {") + "c.Get(\"https://a.example/\")" + times(n, "}()\n") + "}\n"
	}},
	{"parentheses", 10000, func(n int) string {
		return "func F() { c := " + times(n, "(") + "&http.Client{}" + times(n, ")") + "; c.Get(\"\") }\n"
	}},
	{"calls in each other", 2000, func(n int) string {
		return "func id(c *http.Client) *http.Client { return c }\nfunc F() { " + times(n, "id(") + "&http.Client{}" + times(n, ")") + ".Get(\"\") }\n"
	}},
	{"round trippers", 1000, func(n int) string {
		return "type rt struct { next http.RoundTripper }\nfunc (r rt) RoundTrip(q *http.Request) (*http.Response, error) { return r.next.RoundTrip(q) }\n" +
			"func F() { c := &http.Client{Transport: " + times(n, "rt{") + "&http.Transport{}" + times(n, "}") + "}; c.Get(\"\") }\n"
	}},
	{"embedded structs", 1000, func(n int) string {
		return "type t0 struct { *http.Client }\n" + times(n, "type t%[2]d struct { t%[1]d }\n") + fmt.Sprintf("func F(x *t%d) { x.Get(\"https://a.example/\") }\nvar V t%[1]d\n", n)
	}},
}

// times writes a form n times; its verbs are the number from 0 and the next.
func times(n int, form string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(fill(form, i))
	}
	return b.String()
}

func downFrom(n int, form string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(fill(form, n-1-i))
	}
	return b.String()
}

func fill(form string, i int) string {
	switch {
	case !strings.Contains(form, "%"):
		return form
	case strings.Contains(form, "%[2]d"):
		return fmt.Sprintf(form, i, i+1)
	}
	return fmt.Sprintf(form, i)
}

const sizedImports = "package p\n\nimport (\n\t\"context\"\n\t\"net/http\"\n\t\"time\"\n\n\t\"golang.org/x/sync/semaphore\"\n)\n\nvar _ context.Context\nvar _ time.Duration\nvar _ *semaphore.Weighted\nvar _ http.Client\n\n"

// Ten times as many systems take no more than thirty times as long, and files that are too much are refused by name.
func TestSettingsSizes(t *testing.T) {
	if testing.Short() || raced {
		t.Skip("writes large files")
	}
	laughs := "a0: &a0 [x, x]\n" + times(40, "a%[2]d: &a%[2]d [*a%[1]d, *a%[1]d, *a%[1]d]\n") + "client: {a: {max_connections: 1}}\n"
	for name, tt := range map[string]struct{ text, want string }{
		"10 MiB":         {strings.Repeat("# x\n", 10<<18), "larger than 1024 KiB"},
		"billion laughs": {laughs, "aliases expand to more than"},
		"cyclic alias":   {"client: &a\n  b: *a\n", "stands for itself"},
		"deep":           {strings.Repeat("[", 5000), "config/app.yaml:1"},
	} {
		dir := module(t, "package p\n", tt.text)
		if err := os.WriteFile(dir+"/.reslint.yaml", []byte("settings: {paths: [config/app.yaml]}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		start := busy()
		_, stderr, status := command(dir, false)
		if took := busy() - start; status != 2 || !strings.Contains(stderr, tt.want) || took > 10*time.Second {
			t.Errorf("%s: status %d after %v: %.300s", name, status, took, stderr)
		}
	}
	took := func(n int) time.Duration {
		dir := module(t, "package p\n", "client:\n"+times(n, "  s%d: {max_concurrent: 8, max_connections: 12}\n"))
		start := busy()
		if stdout, stderr, status := command(dir, false); status != 0 && status != 1 {
			t.Errorf("%d systems: status %d: %.300s%.300s", n, status, stdout, stderr)
		}
		return busy() - start
	}
	small, large := took(1000), took(10000)
	t.Logf("%v, and %v for ten times as many systems", small, large)
	if large > 30*small {
		t.Errorf("10,000 systems take %v, 1,000 %v", large, small)
	}
}

// module is one of a package and a settings file.
func module(t *testing.T, source, settings string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.26\n", "p.go": source, "config/app.yaml": settings} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A program four times as large takes no more than eight times as long, with a second for the noise of small ones.
func TestSizes(t *testing.T) {
	if testing.Short() || raced {
		t.Skip("takes a minute")
	}
	fx := loadFixtures(t)
	for _, s := range sized {
		t.Run(s.name, func(t *testing.T) {
			small, large := fx.time(t, sizedImports+s.body(s.large/4)), fx.time(t, sizedImports+s.body(s.large))
			t.Logf("%v, and %v for four times as much", small, large)
			if large > 8*small+time.Second {
				t.Errorf("%d take %v, a quarter of them %v", s.large, large, small)
			}
		})
	}
}

// time is what the passes take for a package of one file. They must go through all of it.
func (fx *fixtures) time(t *testing.T, src string) time.Duration {
	t.Helper()
	root := fx.all[0]
	made := *root
	made.Imports = nil
	p := &program{fx: fx, root: &made, spot: &made, below: nil, names: []string{"/p/p.go"}, texts: []string{src}}
	made.PkgPath, made.ID, made.Name, made.CompiledGoFiles = "example.com/fixtures/p", "example.com/fixtures/p", "p", p.names
	p.below = append(p.below, &made)
	defer p.forget()
	if !p.adopt(p.texts) {
		_, err := p.build(p.texts)
		t.Fatalf("%v", err)
	}
	out := p.run()
	for _, f := range out.faults {
		t.Error(f)
	}
	for _, what := range out.unknown {
		if !strings.HasPrefix(what, "the package is too large to follow") { // what is said in time is no fault
			t.Errorf("not evaluated: %.500q", what)
		}
	}
	return out.took
}
