// Package hostile holds tests with input that nobody would write: programs that are changed at random, text made to
// break terminals and formats, and sizes far beyond what people have.
package hostile_test

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"go/token"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/rule"
)

// patience is what one program may cost: the machine may be busy, so the best of three counts.
const patience = 2 * time.Second

// FuzzPrograms: whatever the compiler takes, the passes judge it without a panic, the same way each time, and soon.
func FuzzPrograms(f *testing.F) {
	load := sync.OnceValue(func() *fixtures { return loadFixtures(f) })
	if testing.Short() || raced {
		f.Skip("loads all fixtures")
	}
	n := len(load().all)
	for i := range n {
		seed := []byte{byte(i)}
		for range 8 {
			seed = append(seed, seed[len(seed)-1]*37+11, byte(i*7+len(seed)*3))
		}
		f.Add(uint16(i), seed)
	}
	f.Fuzz(func(t *testing.T, root uint16, data []byte) {
		for _, fault := range load().try(root, data) {
			t.Error(fault)
		}
	})
}

// try makes a program and says what is wrong with how the passes take it.
func (fx *fixtures) try(root uint16, data []byte) []string {
	c := &choices{data}
	p := fx.program(fx.all[int(root)%len(fx.all)], c)
	defer p.forget()
	if !p.adopt(p.texts) {
		return nil // of another system, such as the parts of cgo
	}
	for changes := 0; changes < 12 && len(c.rest) > 0; changes++ {
		if texts := mutate(p, c); texts == nil || !p.adopt(texts) {
			p.adopt(p.texts) // the syntax is spoilt
		}
	}
	return p.judge()
}

// judge runs the passes over the program and looks for what must never be.
func (p *program) judge() []string {
	watch := time.AfterFunc(time.Minute, func() { panic("no end of\n" + p.String()) })
	defer watch.Stop()
	first, second := p.run(), p.run()
	took := min(first.took, second.took)
	if took > patience {
		took = min(took, p.run().took)
	}
	bad := slices.Concat(first.faults, second.faults)
	if took > patience {
		bad = append(bad, fmt.Sprintf("takes %v", took))
	}
	if len(first.unknown) > 0 {
		bad = append(bad, fmt.Sprintf("not evaluated: %q", first.unknown))
	}
	if first.text != second.text {
		bad = append(bad, fmt.Sprintf("two runs differ:\n%s\nand\n%s", first.text, second.text))
	}
	if first.facts != second.facts {
		bad = append(bad, "the facts of two runs differ")
	}
	for _, f := range first.findings {
		if fault := p.checkFix(f); fault != "" {
			bad = append(bad, f.Message+": its fix "+fault)
		}
	}
	if len(bad) > 0 {
		bad = append(bad, p.String())
	}
	return bad
}

type outcome struct {
	findings []rule.Finding
	text     string
	facts    string
	unknown  []string // what the model could not evaluate: a panic that it has recovered from, or too much
	faults   []string
	took     time.Duration
	alloc    uint64 // bytes
}

func (p *program) run() (out outcome) {
	defer func() {
		if r := recover(); r != nil {
			out.faults = append(out.faults, fmt.Sprintf("panic: %v\n%s", r, debug.Stack()))
		}
	}()
	suite := analyzers.New(analyzers.Options{Config: config.Default()})
	p.give(append([]*analysis.Analyzer{suite.Model}, suite.Analyzers...), make(map[*analysis.Analyzer]bool))
	start, before := busy(), allocated()
	graph, err := checker.Analyze(append([]*analysis.Analyzer{suite.Model}, suite.Analyzers...),
		[]*packages.Package{p.pkgs[p.root.PkgPath], p.pkgs[p.spot.PkgPath]}, &checker.Options{Sequential: true})
	out.took, out.alloc = busy()-start, allocated()-before
	if err != nil {
		out.faults = append(out.faults, err.Error())
		return out
	}
	var text strings.Builder
	for _, act := range graph.Roots {
		if act.Err != nil {
			out.faults = append(out.faults, fmt.Sprintf("%s: %v", act, act.Err))
		}
		switch r := act.Result.(type) {
		case *outbound.Model:
			out.unknown = append(out.unknown, r.Unanalysed...)
			out.facts += facts(act)
		case *rule.Result:
			out.findings = append(out.findings, r.Findings...)
			for _, f := range r.Findings {
				p.write(&text, f)
			}
		}
	}
	out.text = text.String()
	return out
}

// allocated is how many bytes the process has asked for so far.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// give lets passes read the program's files, which are on no disk.
func (p *program) give(passes []*analysis.Analyzer, given map[*analysis.Analyzer]bool) {
	for _, a := range passes {
		if given[a] {
			continue
		}
		given[a] = true
		run := a.Run
		a.Run = func(pass *analysis.Pass) (any, error) {
			read := pass.ReadFile
			pass.ReadFile = func(name string) ([]byte, error) {
				if i := slices.Index(p.names, name); i >= 0 {
					return []byte(p.texts[i]), nil
				}
				return read(name)
			}
			return run(pass)
		}
		p.give(a.Requires, given)
	}
}

// facts are those of one package in the form that hosts keep, in the order of their objects.
func facts(act *checker.Action) string {
	var all []string
	encode := func(name string, f analysis.Fact) {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(f); err != nil {
			panic(err)
		}
		all = append(all, name+b.String())
	}
	for _, f := range act.AllObjectFacts() {
		if f.Object.Pkg() == act.Package.Types {
			encode(f.Object.String(), f.Fact)
		}
	}
	for _, f := range act.AllPackageFacts() {
		if f.Package == act.Package.Types {
			encode(f.Package.Path(), f.Fact)
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

func (p *program) write(b *strings.Builder, f rule.Finding) {
	place := func(pl rule.Place) string {
		start, stop := pl.Resolve(p.fx.fset)
		return fmt.Sprintf("%v-%d:%d", start, stop.Line, stop.Column)
	}
	fmt.Fprintf(b, "%s: %v: %s [%s|%s|%s]\n", place(f.Place), f.Severity, f.Message, f.System, f.Symbol, f.Key)
	for _, r := range f.Related {
		fmt.Fprintf(b, "\t%s: %s\n", place(r.Place), r.Message)
	}
	for _, x := range f.Fixes {
		fmt.Fprintf(b, "\tfix %q\n", x.Message)
		for _, e := range x.TextEdits {
			fmt.Fprintf(b, "\t\t%s: %q\n", place(rule.Place{Pos: e.Pos, End: e.End}), e.NewText)
		}
	}
}

// checkFix applies the fix of a finding to the program, which must be one afterwards too.
func (p *program) checkFix(f rule.Finding) string {
	if len(f.Fixes) == 0 {
		return ""
	}
	file := p.fx.fset.File(f.Fixes[0].TextEdits[0].Pos)
	i := slices.Index(p.names, file.Name())
	if i < 0 || !slices.Contains(p.files, file) {
		return "" // of a fixture that was left alone
	}
	src, ok := apply(file, p.texts[i], f.Fixes[0].TextEdits)
	if !ok {
		return "has edits that overlap"
	}
	texts := slices.Clone(p.texts)
	texts[i] = src
	kept := p.files
	p.files = nil
	_, err := p.build(texts)
	p.forget()
	p.files = kept
	if err != nil {
		return fmt.Sprintf("does not compile: %v\n%s", err, src)
	}
	return ""
}

func apply(file *token.File, src string, edits []analysis.TextEdit) (string, bool) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int { return int(a.Pos - b.Pos) })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if !e.End.IsValid() {
			e.End = e.Pos
		}
		from, to := file.Offset(e.Pos), file.Offset(e.End)
		if from < at || to < from {
			return "", false
		}
		b.WriteString(src[at:from])
		b.Write(e.NewText)
		at = to
	}
	return b.String() + src[at:], true
}
