package suppress

import (
	"go/token"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/nearest"
)

// A Problem is something wrong with a directive itself.
type Problem struct {
	Directive   *Directive
	Unused      bool           // it silenced nothing; else it is malformed or names an unknown check
	Pos, End    token.Pos      // what is wrong: the comment or one name in it; token.NoPos in a settings file
	Start, Stop token.Position // the same
	Message     string         // one clause, lower case
}

// Scope says what is known about the run whose problems are listed. With the zero value only the form is judged.
type Scope struct {
	Checks []string // names of all checks; nil means that none can be called unknown
	// Judged reports whether a finding of the check would have been seen where the directive stands, so that silence
	// means that there was none; nil means that nothing can be called unused.
	Judged func(d *Directive, check string) bool
}

// Malformed lists the directives that silence nothing because of their form, and the unknown names in the others.
// //nolint is never listed: it is golangci-lint's.
func (x *Index) Malformed(scope Scope) []Problem {
	var found []Problem
	for _, d := range x.Directives() {
		switch {
		case d.Nolint:
		case d.fault != "":
			found = append(found, d.problem("suppression "+d.fault))
		case scope.Checks != nil:
			found = append(found, d.unknown(scope.Checks)...)
		}
	}
	return found
}

// Unused lists the names in well-formed directives that silenced nothing, one problem a directive.
func (x *Index) Unused(scope Scope) []Problem {
	var found []Problem
	if scope.Judged == nil {
		return nil
	}
	for _, d := range x.Directives() {
		if d.Nolint || d.fault != "" {
			continue
		}
		var idle []Name
		for _, n := range d.Names {
			known := scope.Checks == nil || slices.Contains(scope.Checks, n.Text)
			if known && !d.used[n.Text] && scope.Judged(d, n.Text) {
				idle = append(idle, n)
			}
		}
		if len(idle) > 0 {
			found = append(found, d.idle(idle))
		}
	}
	return found
}

func (d *Directive) unknown(checks []string) []Problem {
	var found []Problem
	for _, n := range d.Names {
		if slices.Contains(checks, n.Text) {
			continue
		}
		p := d.problem("suppression names the unknown check " + quote(n.Text) + nearest.Hint(n.Text, checks))
		p.narrow(n)
		found = append(found, p)
	}
	return found
}

func (d *Directive) idle(names []Name) Problem {
	texts := make([]string, 0, len(names))
	for _, n := range names {
		if !slices.Contains(texts, n.Text) {
			texts = append(texts, n.Text)
		}
	}
	p := d.problem("nothing to suppress here: no finding of " + strings.Join(texts, " or "))
	p.Unused = true
	if len(texts) == 1 && len(d.Names) > 1 {
		p.narrow(names[0])
	}
	return p
}

func (d *Directive) problem(message string) Problem {
	return Problem{Directive: d, Pos: d.Pos, End: d.End, Start: d.Start, Stop: d.Stop, Message: message}
}

// narrow moves the problem's range to one name.
func (p *Problem) narrow(n Name) {
	if p.Pos.IsValid() {
		p.Pos += token.Pos(n.Offset)
		p.End = p.Pos + token.Pos(len(n.Text))
	}
	p.Start.Offset += n.Offset
	p.Start.Column += n.Offset
	p.Stop = p.Start
	p.Stop.Offset += len(n.Text)
	p.Stop.Column += len(n.Text)
}

// maxQuoted bounds how much of a directive stands in a message, in bytes.
const maxQuoted = 60

func quote(s string) string { return `"` + clip(s) + `"` }

func clip(s string) string {
	if len(s) <= maxQuoted {
		return s
	}
	return strings.ToValidUTF8(s[:maxQuoted], "") + "…"
}
