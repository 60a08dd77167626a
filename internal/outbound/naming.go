package outbound

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/config"
)

// EvidenceOf says which system a package, or a type or function of it, belongs to by its name and the project's
// settings. A name that says nothing may be empty.
func EvidenceOf(cfg *config.Config, pkg, name string) Evidence {
	w := &world{opts: Options{Config: cfg}}
	return w.evidence(&consumer{Pkg: pkg, Type: name}, nil)
}

// Breaker is one circuit breaker whose name is known. It has no name if Name is empty.
type Breaker struct {
	Place           // of the construction, or of the call of this package that yields it
	Name   string   // constant
	NameAt Place    // where it is written in this package, if it is
	System Evidence // of the one system that it serves, as far as it is known
	Made   Place    // the construction, if this package writes it
	Shared bool     // it serves several
	Wired  bool     // it is put together with other parts of a unit
	Own    bool     // this package writes the construction or the name

	Pkg   string         // of one that another package builds
	Where token.Position // of that one's construction
	Via   []string       // imports through which that one comes, in order
}

// breakerFact is a breaker that a package, or one that it imports, builds for one system.
type breakerFact struct {
	Name   string
	System Evidence
	Wired  bool
	Pkg    string
	File   string
	Line   int
	Col    int
}

func compareBreakers(a, b breakerFact) int {
	return cmp.Or(cmp.Compare(a.Pkg, b.Pkg), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col), cmp.Compare(a.Name, b.Name))
}

// buildBreakers gathers the breakers of this package and of those that it imports.
func (w *world) buildBreakers(m *Model) {
	m.Imported = importedBreakers(w.pass)
	for _, in := range w.seen.order {
		if in.obj.kind != catalog.Breaker || in.state == nil {
			continue
		}
		if b, ok := w.breaker(in); ok {
			b.Wired = slices.ContainsFunc(m.Units, func(u Unit) bool { return len(u.Parts) > 1 && u.has(b) }) ||
				w.wiredBelow(m, in, b.Name)
			m.Breakers = append(m.Breakers, b)
		}
	}
	slices.SortStableFunc(m.Breakers, func(a, b Breaker) int {
		return cmp.Or(w.order(a.Pos, b.Pos), int(a.End-b.End), cmp.Compare(a.Name, b.Name))
	})
	w.breakers = w.breakerFacts(m)
}

// wiredBelow reports whether the package that builds a breaker puts it together with other parts of a unit.
func (w *world) wiredBelow(m *Model, in *instance, name string) bool {
	return in.site != nil && in.site.foreign && slices.ContainsFunc(m.Imported, func(x Breaker) bool {
		return x.Wired && x.Name == name && samePlace(x.Where, in.site.where)
	})
}

// samePlace compares places, without their offsets: facts have none.
func samePlace(a, b token.Position) bool {
	return a.Filename == b.Filename && a.Line == b.Line && a.Column == b.Column
}

func (w *world) breaker(in *instance) (Breaker, bool) {
	name, at, known := w.state(in.state).Name()
	b := Breaker{Place: w.placeOf(in.obj), Name: name, Own: in.site != nil && !in.site.foreign}
	if !known || !b.Pos.IsValid() {
		return b, false
	}
	if b.Own {
		b.Made = in.site.span.place()
	}
	if w.holds(at) {
		b.NameAt, b.Own = at, true
	}
	switch us, _ := w.systems(w.usersOf(in.obj, ""), in.obj.way); len(us) {
	case 0:
		b.System = w.evidence(&consumer{Pkg: w.pass.Pkg.Path()}, nil)
	case 1:
		b.System = us[0].Evidence
	default:
		b.Shared = true
	}
	return b, true
}

// has reports whether a breaker is a part of the unit.
func (u Unit) has(b Breaker) bool {
	return slices.ContainsFunc(u.Parts, func(p Part) bool {
		return p.Kind == catalog.Breaker && (p.Made.IsValid() && p.Made == b.Made.Pos || p.born.IsValid() && p.born == b.Pos)
	})
}

// holds reports whether a place is in the files of this package.
func (w *world) holds(p Place) bool {
	return p.Pos.IsValid() && slices.ContainsFunc(w.files(), func(f *ast.File) bool { return f.FileStart <= p.Pos && p.Pos < f.FileEnd })
}

// breakerFacts are those that packages above may need: the breakers of this package and of its imports.
func (w *world) breakerFacts(m *Model) []breakerFact {
	out := forwardedBreakers(w.pass)
	for _, b := range m.Breakers {
		if b.Name == "" || b.Shared || !b.Own || b.System.Name() == "" {
			continue
		}
		p := w.pass.Fset.Position(b.Pos)
		out = append(out, breakerFact{b.Name, b.System, b.Wired, w.pass.Pkg.Path(), p.Filename, p.Line, p.Column})
	}
	return sortBreakers(out)
}

func sortBreakers(all []breakerFact) []breakerFact {
	slices.SortFunc(all, compareBreakers)
	return slices.CompactFunc(all, func(a, b breakerFact) bool { return compareBreakers(a, b) == 0 })
}

// forwardedBreakers are those of the imports. They are handed on, because not every host shows a package the facts of
// those that it does not import itself.
func forwardedBreakers(pass *analysis.Pass) []breakerFact {
	var out []breakerFact
	for _, p := range pass.Pkg.Imports() {
		var fact packageFact
		if pass.ImportPackageFact(p, &fact) {
			out = append(out, fact.Breakers...)
		}
	}
	return sortBreakers(out)
}

// importedBreakers are the breakers that the imports tell of, each once.
func importedBreakers(pass *analysis.Pass) []Breaker {
	via := make(map[string][]string)
	key := func(f breakerFact) string {
		return token.Position{Filename: f.File, Line: f.Line, Column: f.Col}.String() + " " + f.Name
	}
	imports := slices.Clone(pass.Pkg.Imports())
	slices.SortFunc(imports, func(a, b *types.Package) int { return cmp.Compare(a.Path(), b.Path()) })
	for _, p := range imports {
		var fact packageFact
		if pass.ImportPackageFact(p, &fact) {
			for _, f := range fact.Breakers {
				via[key(f)] = append(via[key(f)], p.Path())
			}
		}
	}
	var out []Breaker
	for _, f := range forwardedBreakers(pass) {
		out = append(out, Breaker{Name: f.Name, System: f.System, Wired: f.Wired, Pkg: f.Pkg, Via: via[key(f)],
			Where: token.Position{Filename: f.File, Line: f.Line, Column: f.Col}})
	}
	return out
}

// forward hands the facts of the imports on from a package that has nothing to do with clients itself.
func forward(pass *analysis.Pass) *Model {
	w := world{pass: pass}
	if all := forwardedBreakers(pass); len(all) > 0 && w.exportable() {
		pass.ExportPackageFact(&packageFact{Breakers: all})
	}
	return &Model{Imported: importedBreakers(pass)}
}
