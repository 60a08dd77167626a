package driver

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/reslint/reslint/internal/rule"
)

// A Problem is something that was not checked, and why.
type Problem struct {
	Package string // import path; "" where there is no package
	Pos     string // file:line:column, relative to the working directory; "" if unknown
	Message string // one line
	More    int    // further errors of the same package
}

// String is the problem in one line.
func (p Problem) String() string {
	var b strings.Builder
	if p.Package != "" {
		b.WriteString(rule.Sanitize(p.Package) + " skipped: ")
	}
	if p.Pos != "" {
		b.WriteString(rule.Sanitize(p.Pos) + ": ")
	}
	b.WriteString(rule.Sanitize(p.Message))
	if p.More > 0 {
		fmt.Fprintf(&b, " (and %s)", count(p.More, "more error"))
	}
	return b.String()
}

// problems describes the packages with errors that are of the program. Errors of other modules are left out, because
// what comes from there is unknown to the passes in any case.
func problems(cfg Config, loaded, bad []*packages.Package) []Problem {
	var out []Problem
	named := make(map[string]bool)
	for _, p := range bad { // a package before its test variant, which has the same errors
		if !slices.Contains(loaded, p) || testMain(p) || named[packagePath(p)] {
			continue
		}
		named[packagePath(p)] = true
		name := p.PkgPath
		if p.ForTest != "" {
			name = "tests of " + p.ForTest
		}
		out = append(out, cfg.problem(name, p))
	}
	return out
}

func (c Config) problem(name string, p *packages.Package) Problem {
	if p.Name == "" {
		return c.patternProblem(p)
	}
	type key struct{ pos, msg string }
	var positioned, compiler, bare []key
	for _, e := range p.Errors {
		k, list := key{c.position(e.Pos), c.message(importError(p, e.Msg))}, &bare
		if k.pos != "" {
			list = &positioned
		} else if m := compilerForm.FindStringSubmatch(e.Msg); m != nil {
			k, list = key{c.position(filepath.Join(c.Dir, m[1]) + m[2]), c.message(m[3])}, &compiler
		}
		if !slices.Contains(*list, k) {
			*list = append(*list, k)
		}
	}
	// What the go command says without a position repeats the compiler, which the type checker does with positions.
	errs := positioned
	for _, others := range [][]key{compiler, bare} {
		if len(errs) == 0 {
			errs = others
		}
	}
	if len(errs) == 0 {
		return c.importProblem(name, p)
	}
	return Problem{Package: name, Pos: errs[0].pos, Message: errs[0].msg, More: len(errs) - 1}
}

// patternProblem describes a pattern that names no package.
func (c Config) patternProblem(p *packages.Package) Problem {
	msg, pos := "no Go files", ""
	if len(p.Errors) > 0 {
		msg, pos = p.Errors[0].Msg, c.position(p.Errors[0].Pos)
	}
	if strings.Contains(msg, "does not contain main module") && !inModule(c.Dir) {
		return Problem{Message: c.Dir + " is in no Go module: neither it nor a directory above it has a go.mod file"}
	}
	msg = strings.TrimPrefix(msg, "pattern "+p.PkgPath+": ")
	return Problem{Pos: pos, Message: fmt.Sprintf("cannot check %s: %s", p.PkgPath, c.message(msg))}
}

func inModule(dir string) bool {
	for {
		if exists(dir, "go.mod") {
			return true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return false
		}
		dir = up
	}
}

// importProblem describes a package that has no errors of its own: it uses what an import with errors does not define.
func (c Config) importProblem(name string, p *packages.Package) Problem {
	for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
		imp := p.Imports[path]
		if len(imp.Errors) > 0 || imp.IllTyped {
			cause := c.problem(name, imp)
			cause.Message = "its import " + path + " has errors: " + cause.Message
			return cause
		}
	}
	return Problem{Package: name, Message: "an import has errors"}
}

// importError replaces what the type checker says about an import by what the go command said about it.
func importError(p *packages.Package, msg string) string {
	rest, ok := strings.CutPrefix(msg, "could not import ")
	if !ok {
		return msg
	}
	path, _, _ := strings.Cut(rest, " ")
	if path == "C" { // the go command keeps to itself why
		return "could not import C: cgo failed; go build says why"
	}
	imp := p.Imports[path]
	if imp == nil || len(imp.Errors) == 0 {
		return msg
	}
	return fmt.Sprintf("could not import %s: %s", path, imp.Errors[0].Msg)
}

// compilerForm is what the go command passes on of the compiler, whose files are relative to the working directory. Only
// the compiler says that a function has no body, say.
var compilerForm = regexp.MustCompile(`(?m)\A# .*\n(\S.*?)(:\d+(?::\d+)?): (.*)$`)

var positionForm = regexp.MustCompile(`^(.+?)(:\d+(?::\d+)?)$`)

// position makes the file of a position relative to the working directory.
func (c Config) position(pos string) string {
	m := positionForm.FindStringSubmatch(pos)
	if m == nil {
		return ""
	}
	file := m[1]
	if filepath.IsAbs(file) {
		if rel, err := filepath.Rel(c.Dir, file); err == nil {
			file = rel
		}
	}
	return filepath.ToSlash(file) + m[2]
}

// message brings what the go command says into one line, with paths relative to the working directory.
func (c Config) message(msg string) string {
	msg = strings.ReplaceAll(msg, c.Dir+string(filepath.Separator), "")
	return strings.Join(strings.Fields(msg), " ")
}

// loadError names the cause that the go command gave, without what is of use to callers of go/packages only.
func (c Config) loadError(err error) error {
	msg := err.Error()
	if _, after, ok := strings.Cut(msg, "stderr: "); ok && strings.TrimSpace(after) != "" {
		msg = after
	}
	return fmt.Errorf("cannot load packages in %s: %s", c.Dir, c.message(strings.TrimPrefix(strings.TrimSpace(msg), "go: ")))
}

// fileProblem describes a settings file that cannot be judged.
func (c Config) fileProblem(e rule.FileError) Problem {
	pos := fmt.Sprintf("%s:%d", e.File, e.Line)
	if e.Column > 0 {
		pos = fmt.Sprintf("%s:%d", pos, e.Column)
	}
	return Problem{Pos: c.position(pos), Message: e.Message}
}

func packagePath(p *packages.Package) string {
	if p.ForTest != "" {
		return p.ForTest
	}
	return p.PkgPath
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
