package hostile_test

import (
	"fmt"
	"strings"
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
	{"functions that all call each other", 800, func(n int) string {
		return times(n, "func f%d(k int) *http.Client { c := &http.Client{Timeout: time.Duration(k)}; g%[1]d(c, k); return c }\n") +
			ring(n, "func g%d(c *http.Client, k int) { if k > 0 { f%[2]d(k-1).Get(\"\"); g%[3]d(c, k-1); c.Get(\"https://a.example/\") } }\n")
	}},
	{"functions that build for each other", 1000, func(n int) string {
		return ring(n, "func F%d(k int) *http.Client { if k == %[1]d { return &http.Client{} }; c := F%[2]d(k-1); F%[3]d(k-2).Get(\"\"); return c }\n")
	}},
	{"adapters over one client", 2000, func(n int) string {
		return "var shared = &http.Client{Timeout: 1}\n" +
			times(n, "type A%dAdapter struct { c *http.Client }\nfunc (a A%[1]dAdapter) Do() { a.c.Get(\"https://a%[1]d.example/\") }\nfunc NewA%[1]d() A%[1]dAdapter { return A%[1]dAdapter{shared} }\n")
	}},
	{"adapters that are wired in one place", 2000, func(n int) string {
		return times(n, "type A%dAdapter struct { c *http.Client }\nfunc (a A%[1]dAdapter) Do() { a.c.Get(\"https://a%[1]d.example/\") }\n") +
			"func F() (all []any) { c := &http.Client{Timeout: 1}\n" + times(n, "all = append(all, A%dAdapter{c})\n") + "return all }\n"
	}},
	{"adapters with a client each", 2000, func(n int) string {
		return times(n, "type A%dAdapter struct { c *http.Client }\nfunc (a A%[1]dAdapter) Do() { a.c.Get(\"https://a%[1]d.example/\") }\nfunc NewA%[1]d() A%[1]dAdapter { return A%[1]dAdapter{&http.Client{Timeout: 1}} }\n")
	}},
	{"fields in each other", 800, func(n int) string {
		return "type t0 struct { c *http.Client }\n" + times(n, "type t%[2]d struct { f t%[1]d }\n") +
			fmt.Sprintf("func F(x *t%d) { x", n) + times(n, ".f") + ".c.Get(\"https://a.example/\") }\n" +
			fmt.Sprintf("func G() { var x t%d; x", n) + times(n, ".f") + ".c = &http.Client{}; x" + times(n, ".f") + ".c.Get(\"\") }\n"
	}},
	{"pointers in each other", 800, func(n int) string {
		return "type t0 struct { c *http.Client }\n" + times(n, "type t%[2]d struct { f *t%[1]d }\n") +
			fmt.Sprintf("func F(x *t%d) { x", n) + times(n, ".f") + ".c.Get(\"https://a.example/\"); x" + times(n, ".f") + ".c = &http.Client{}\nx" + times(n, ".f") + ".c.Get(\"\") }\n" +
			"func G() { F(" + downFrom(n, "&t%[2]d{") + "&t0{&http.Client{}}" + times(n, "}") + ") }\n"
	}},
	{"fields of a client", 5000, func(n int) string {
		return "type s struct {\n" + times(n, "f%d *http.Client\n") + "}\nfunc New() *s { return &s{\n" + times(n, "f%d: &http.Client{},\n") + "} }\n" +
			"func (x *s) F() {\n" + times(n, "x.f%d.Get(\"https://a.example/\")\n") + "}\nfunc G() { New().F() }\n"
	}},
	{"fields of one value", 5000, func(n int) string {
		return "type s struct {\n" + times(n, "f%d *http.Client\n") + "}\nfunc New(c *http.Client) *s { x := &s{}\n" + times(n, "x.f%d = c\n") + "return x }\n" +
			"func G() { x := New(&http.Client{}); x.f0.Get(\"\"); x.f1.Get(\"\") }\n"
	}},
	{"methods that each use a field", 2000, func(n int) string {
		return "type s struct {\n" + times(n, "f%d *http.Client\n") + "}\nfunc New() *s { return &s{\n" + times(n, "f%d: &http.Client{},\n") + "} }\n" +
			times(n, "func (x *s) M%d() { x.f%[1]d.Get(\"https://a.example/\") }\n")
	}},
	{"fields that are values", 5000, func(n int) string {
		return "type s struct {\n" + times(n, "f%d http.Client\n") + "}\nvar V s\nfunc F() { var x s; y := x; y.f1.Get(\"\"); V.f0.Get(\"\") }\n"
	}},
	{"defers", 5000, func(n int) string {
		return "func F(c *http.Client) { d := &http.Client{}\n" + times(n, "defer c.Get(\"https://a.example/%d\")\ndefer func() { d.Timeout = %[1]d }()\n") + "d.Get(\"\") }\n"
	}},
	{"package variables", 5000, func(n int) string {
		return times(n, "var V%d = &http.Client{Timeout: %[1]d}\n") + "func F() {\n" + times(n, "V%d.Get(\"https://a.example/\")\n") + "}\n"
	}},
	{"package variables of each other", 5000, func(n int) string {
		return "var V0 = &http.Client{}\n" + times(n, "var V%[2]d = V%[1]d\n") + fmt.Sprintf("func F() { V%d.Get(\"\") }\n", n)
	}},
	{"package variables that functions set", 2000, func(n int) string {
		return times(n, "var V%d *http.Client\nfunc Set%[1]d(c *http.Client) { V%[1]d = c }\nfunc F%[1]d() { V%[1]d.Get(\"https://a.example/\") }\n") +
			"func F() {\n" + times(n, "Set%d(&http.Client{Timeout: 1})\nF%[1]d()\n") + "}\n"
	}},
	{"generic instances", 1000, func(n int) string {
		return "type box[T any] struct { c *http.Client; v T }\nfunc (b *box[T]) get() { b.c.Get(\"https://a.example/\") }\nfunc newBox[T any](v T) *box[T] { return &box[T]{&http.Client{}, v} }\n" +
			times(n, "type t%d struct{}\nfunc F%[1]d() { newBox(t%[1]d{}).get() }\n")
	}},
	{"generic instances of each other", 200, func(n int) string {
		return "type box[T any] struct { c *http.Client; v *T }\nfunc (b *box[T]) get() { b.c.Get(\"https://a.example/\") }\nfunc F(x *" + times(n, "box[") + "int" + times(n, "]") + ") { x.get() }\n"
	}},
	{"entries of a map", 10000, func(n int) string {
		return "var m = map[string]*http.Client{\n" + times(n, "\"k%d\": {Timeout: %[1]d},\n") + "}\nfunc F(k string) { m[k].Get(\"https://a.example/\") }\n"
	}},
	{"entries that are assigned", 10000, func(n int) string {
		return "func F(k string) { m := map[string]*http.Client{}\n" + times(n, "m[\"k%d\"] = &http.Client{}\n") + "m[k].Get(\"https://a.example/\") }\n"
	}},
	{"elements of a list", 10000, func(n int) string {
		return "type a struct { c *http.Client; u string }\nvar all = []a{\n" + times(n, "{&http.Client{}, \"https://a%d.example/\"},\n") + "}\nfunc F() { for _, x := range all { x.c.Get(x.u) } }\n"
	}},
	{"arguments of a call", 5000, func(n int) string {
		return "func f(all ...*http.Client) { for _, c := range all { c.Get(\"https://a.example/\") } }\nfunc F() { f(\n" + times(n, "&http.Client{Timeout: %d},\n") + ") }\n"
	}},
	{"parameters", 2000, func(n int) string {
		return "func f(" + times(n, "p%d, ") + "c *http.Client) {\n" + times(n, "p%d.Get(\"https://a.example/\")\n") + "}\nfunc F() { c := &http.Client{}; f(" + times(n, "c, ") + "c) }\n"
	}},
	{"results", 1000, func(n int) string {
		return "func f() (" + times(n, "r%d, ") + "c *http.Client) { c = &http.Client{}\n" + times(n, "if r%d == nil { r%[1]d = c }\n") + "return }\nfunc F() { " + times(n, "a%d, ") + "c := f()\n" +
			times(n, "a%d.Get(\"https://a.example/\")\n") + "c.Get(\"\") }\n"
	}},
	{"options", 2000, func(n int) string {
		return "type opt func(*http.Client)\nfunc New(opts ...opt) *http.Client { c := &http.Client{}; for _, o := range opts { o(c) }; return c }\n" +
			times(n, "func With%d(t time.Duration) opt { return func(c *http.Client) { c.Timeout = t } }\n") + "func F() { c := New(\n" + times(n, "With%d(%[1]d),\n") + "); c.Get(\"\") }\n"
	}},
	{"ifs in each other", 10000, func(n int) string {
		return "func F(c *http.Client, k int) {" + times(n, "if k > %d {") + "c.Get(\"https://a.example/\")" + times(n, "}") + "}\n"
	}},
	{"else ifs", 10000, func(n int) string {
		return "func F(c *http.Client, k int) {" + times(n, "if k == %d { c.Timeout = %[1]d } else ") + "{ c.Get(\"https://a.example/\") } }\n"
	}},
	{"blocks far down", 10000, func(n int) string {
		return "func F(c *http.Client) {" + times(n, "{") + "c.Get(\"https://a.example/\")" + times(n, "}") + "}\n"
	}},
	{"closures far down", 2000, func(n int) string {
		return "func F(c *http.Client) {" + times(n, "func() {") + "c.Get(\"https://a.example/\")" + times(n, "}()\n") + "}\n"
	}},
	{"operands", 10000, func(n int) string {
		return "func F(k int) { c := &http.Client{}; if k == 0" + times(n, " || k == %d") + " { c.Timeout = 1 }; c.Get(\"\") }\n"
	}},
	{"operands of both kinds", 5000, func(n int) string {
		return "func F(k int, p *int) { c := &http.Client{}; if k == 0" + times(n, " && (k != %d || p == nil)") + " { c.Timeout = 1 }; c.Get(\"\") }\n"
	}},
	{"strings that are put together", 10000, func(n int) string {
		return "func F(c *http.Client, s string) { c.Get(\"https://a.example/\"" + times(n, " + s") + "); u := s\n" + times(n/4, "u += \"/%d\"\n") + "c.Get(u) }\n"
	}},
	{"calls of a chain", 2000, func(n int) string {
		return "type b struct { c *http.Client }\nfunc (x *b) with(t time.Duration) *b { x.c.Timeout = t; return x }\nfunc F() { x := &b{&http.Client{}}; x" + times(n, ".with(%d)") + ".c.Get(\"\") }\n"
	}},
	{"many statements", 50000, func(n int) string {
		return "func F(k int) { c := &http.Client{}; var x int\n" + times(n/5, "x += k\nif x > %d { return }\ny%[1]d := x * 2\nx = y%[1]d\nc.Get(\"https://a.example/\")\n") + "}\n"
	}},
	{"returns", 5000, func(n int) string {
		return "func New(k int) *http.Client { c := &http.Client{}\n" + times(n, "if k == %d { c.Timeout = %[1]d; return c }\n") + "return c }\nfunc F() { New(1).Get(\"\") }\n"
	}},
	{"returns of several clients", 2000, func(n int) string {
		return "func New(k int) *http.Client {\n" + times(n, "if k == %d { return &http.Client{Timeout: %[1]d} }\n") + "return nil }\nfunc F() { New(1).Get(\"\") }\n"
	}},
	{"gotos", 2000, func(n int) string {
		return "func F(c *http.Client, k int) {\n" + times(n, "if k > %d { goto l%[1]d }\nc.Timeout = %[1]d\nl%[1]d: c.Get(\"https://a.example/\")\n") + "}\n"
	}},
	{"breaks out of everything", 400, func(n int) string {
		return "func F(c *http.Client, k int) {" + times(n, "l%d: for { if k > %[1]d { break l%[1]d }; if k < -%[1]d { c.Timeout = %[1]d; continue l%[1]d }\n") + "c.Get(\"https://a.example/\")" + times(n, "}") + "}\n"
	}},
	{"methods of a client", 5000, func(n int) string {
		return "type C struct { http.Client }\n" + times(n, "func (c *C) M%d() { c.Get(\"https://a.example/%[1]d\") }\n") + "func F() { c := &C{}; c.M0() }\n"
	}},
	{"methods that call each other", 5000, func(n int) string {
		return "type C struct { c *http.Client }\nfunc (c *C) M0() { c.c.Get(\"https://a.example/\") }\n" + times(n, "func (c *C) M%[2]d() { c.M%[1]d() }\n")
	}},
	{"methods around a breaker", 1000, func(n int) string {
		return "type A struct { c *http.Client; s *semaphore.Weighted }\nfunc New() *A { return &A{&http.Client{}, semaphore.NewWeighted(8)} }\nfunc (a *A) run(ctx context.Context, f func()) { if a.s.Acquire(ctx, 1) != nil { return }; defer a.s.Release(1); f() }\n" +
			times(n, "func (a *A) M%d(ctx context.Context) { a.run(ctx, func() { a.c.Get(\"https://a.example/%[1]d\") }) }\n")
	}},
	{"rows of a table", 200000, func(n int) string {
		return "var C = &http.Client{}\nvar T = []struct { a int; b string }{\n" + times(n, "{%d, \"row %[1]d\"},\n") + "}\n"
	}},
	{"round trippers over each of the next", 24, func(n int) string {
		return "type rt struct { a, b http.RoundTripper }\nfunc (r *rt) RoundTrip(q *http.Request) (*http.Response, error) { return r.a.RoundTrip(q) }\nfunc F() { t0 := &rt{a: &http.Transport{}}\n" +
			times(n, "t%[2]d := &rt{t%[1]d, t%[1]d}\n") + fmt.Sprintf("c := &http.Client{Transport: t%d}; c.Get(\"https://a.example/\"); d := &http.Client{Transport: t%[1]d}; d.Get(\"https://b.example.org/\") }\n", n)
	}},
	{"permits that are taken one in the other", 400, func(n int) string {
		return "func F(ctx context.Context, c *http.Client, s *semaphore.Weighted) {" + times(n, "if s.Acquire(ctx, %d) == nil { defer s.Release(%[1]d)\n") + "c.Get(\"\")" + times(n, "}") + "}\n"
	}},
	{"permits that are not given back", 1000, func(n int) string {
		return "func F(ctx context.Context, s *semaphore.Weighted, k int) {\n" + times(n, "if s.Acquire(ctx, 1) != nil { return }\nif k == %d { return }\n") + "}\n"
	}},
	{"semaphores", 1000, func(n int) string {
		return "func F(ctx context.Context, c *http.Client) {\n" + times(n, "s%d := semaphore.NewWeighted(%[1]d+1)\nif s%[1]d.Acquire(ctx, 1) != nil { return }\n") + "c.Get(\"\")\n" + times(n, "s%d.Release(1)\n") + "}\n"
	}},
	{"interfaces and their types", 1000, func(n int) string {
		return "type I interface { Do() }\n" + times(n, "type T%d struct { c *http.Client }\nfunc (t T%[1]d) Do() { t.c.Get(\"https://a%[1]d.example/\") }\n") +
			"func run(x I) { x.Do() }\nfunc F() { c := &http.Client{}\n" + times(n, "run(T%d{c})\n") + "}\n"
	}},
	{"contexts in each other", 2000, func(n int) string {
		return "func F(ctx context.Context, c *http.Client) {\n" + times(n, "ctx, cancel%d := context.WithTimeout(ctx, %[1]d); defer cancel%[1]d()\n{") + "q, _ := http.NewRequestWithContext(ctx, \"GET\", \"https://a.example/\", nil); c.Do(q)" + times(n, "}") + "}\n"
	}},
	{"contexts one after the other", 5000, func(n int) string {
		return "func F(ctx context.Context, c *http.Client) {\n" + times(n, "ctx = context.WithValue(ctx, %d, c)\n") + "q, _ := http.NewRequestWithContext(ctx, \"GET\", \"https://a.example/\", nil); c.Do(q) }\n"
	}},
	{"literals in each other", 600, func(n int) string {
		return "type l struct { c *http.Client; next *l }\nvar V = " + times(n, "&l{&http.Client{}, ") + "nil" + times(n, "}") + "\nfunc F() { for x := V; x != nil; x = x.next { x.c.Get(\"https://a.example/\") } }\n"
	}},
	{"lists of lists", 500, func(n int) string {
		return "var V " + times(n, "[]") + "*http.Client\nfunc F() { V" + times(n, "[0]") + ".Get(\"https://a.example/\") }\n"
	}},
	{"embedded structs", 1000, func(n int) string {
		return "type t0 struct { *http.Client }\n" + times(n, "type t%[2]d struct { t%[1]d }\n") + fmt.Sprintf("func F(x *t%d) { x.Get(\"https://a.example/\") }\nvar V t%[1]d\n", n)
	}},
}

// ring writes a form n times; its verbs are the number, the next and the one after, where the first follows the last.
func ring(n int, form string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, form, i, (i+1)%n, (i+2)%n)
	}
	return b.String()
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
