package outbound

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
)

// shareFact says which systems a package, and what it imports, serve with something that a package owns.
type shareFact struct {
	Key      string // the location
	Kind     catalog.Kind
	Users    []factUser
	Reported bool // some package has reported it
	One      bool // one place in the program: see oneThing
}

// maxFactUsers bounds the size of a fact.
const maxFactUsers = 32

type factUser struct {
	Evidence Evidence
	Type     string // of the methods that use it, or empty
	Consumer string
	File     string
	Line     int
	Col      int
}

// sharedPlaces finds the locations that serve several systems: those of other packages, and those of this one whose
// content is not made here.
func (w *world) sharedPlaces(covered map[string]bool) []Sharing {
	below := w.importedShares()
	keys := make(map[string]bool)
	for k := range below {
		keys[k] = true
	}
	for k := range w.seen.locs {
		keys[k] = true
	}
	for k := range w.seen.placed {
		keys[k] = true
	}
	var out []Sharing
	for _, key := range sortedKeys(keys) {
		if key == leaving || strings.Contains(key, "[]") {
			continue
		}
		one := w.oneThing(key) || slices.ContainsFunc(below[key], func(in importedShare) bool { return in.fact.One })
		all := w.usersOf(nil, key)
		own := all
		if !one {
			own = ownersUses(key, all)
		}
		fact, kind, place := w.mergeShares(key, own, below[key])
		us, level := w.systems(fact.all, nil)
		fact.share.Kind = kind
		if len(us) > 1 && (one || len(below[key]) == 0) && !fact.share.Reported && shareable(kind) && !covered[key] {
			fact.share.Reported = true
			if place.Pos.IsValid() {
				out = append(out, Sharing{Kind: kind, Place: place, Users: us, Level: level, Location: key})
			}
		}
		if covered[key] && len(us) > 1 {
			fact.share.Reported = true
		}
		if told := append(fact.all, all...); len(told) > 0 && kind != catalog.None {
			fact.share.Key, fact.share.One = key, one
			fact.share.Users = w.factUsers(told)
			w.shares = append(w.shares, fact.share)
		}
	}
	return out
}

// oneThing reports whether a location is one place in the program: a package-level variable, or what is known by a name.
// A field of a type is one for each value of the type.
func (w *world) oneThing(key string) bool {
	if strings.Contains(key, " ") {
		return true
	}
	slash := strings.LastIndexByte(key, '/')
	path, rest, _ := strings.Cut(key[slash+1:], ".")
	p := w.packageAt(key[:slash+1] + path)
	if p == nil {
		return false
	}
	name, _, _ := strings.Cut(rest, ".")
	if w.standIns[key[:slash+1]+path+"."+name] != nil {
		return true
	}
	_, isVar := p.Scope().Lookup(name).(*types.Var)
	return isVar
}

// ownersUses are the users of a field that are methods of the type that has it: they may all be called on one value.
func ownersUses(key string, all []User) []User {
	return slices.DeleteFunc(slices.Clone(all), func(u User) bool { return u.Consumer != key[:lastDot(key)] })
}

type merged struct {
	share shareFact
	all   []User
}

// importedShare is what the imports say of one location.
type importedShare struct {
	pkg  string
	fact shareFact
}

// mergeShares puts together what this package and its imports do with a location, and says where that would stand.
func (w *world) mergeShares(key string, own []User, below []importedShare) (merged, catalog.Kind, Place) {
	var m merged
	kind := w.kindAt(key)
	m.all = append(m.all, own...)
	var first, brings string // the first import that uses it, and the first that brings a user
	for _, in := range below {
		m.share.Reported = m.share.Reported || in.fact.Reported
		if kind == catalog.None {
			kind = in.fact.Kind
		}
		for _, u := range in.fact.Users {
			m.all = append(m.all, u.user())
		}
		if in.uses() && (first == "" || in.pkg < first) {
			first = in.pkg
		}
		if len(in.fact.Users) > 0 && (brings == "" || in.pkg < brings) {
			brings = in.pkg
		}
	}
	first = cmp.Or(first, brings)
	place := Place{}
	for _, in := range w.seen.placed[key] {
		if in.via.known() && (!place.Pos.IsValid() || w.order(in.via.Pos(), place.Pos) < 0) {
			place = in.via.place()
		}
	}
	place = cmp.Or(place, w.firstUse(own, false))
	if !place.Pos.IsValid() && first != "" {
		place = w.importOf(first)
	}
	return m, kind, cmp.Or(place, w.firstUse(own, true))
}

// firstUse is where this package first does something with what is used: makes what holds it, or sends through it. What is
// taken inside a function of another package is not handed over here.
func (w *world) firstUse(own []User, inside bool) Place {
	var place Place
	for _, u := range own {
		if u.Pos.IsValid() && !u.Where.IsValid() && u.inside == inside && (!place.Pos.IsValid() || w.order(u.Pos, place.Pos) < 0) {
			place = u.Place
		}
	}
	return place
}

// uses reports whether the import is a user itself.
func (in importedShare) uses() bool {
	return slices.ContainsFunc(in.fact.Users, func(u factUser) bool { return u.Evidence.PkgPath == in.pkg })
}

// kindAt is what a location holds.
func (w *world) kindAt(key string) catalog.Kind {
	return w.kinds[key]
}

// noteKind remembers what a location holds.
func (w *world) noteKind(key string, k catalog.Kind) {
	if key != "" && shareable(k) {
		w.kinds[key] = k
	}
}

// importOf finds the import of a package.
func (w *world) importOf(path string) Place {
	for _, f := range w.files() {
		for _, i := range f.Imports {
			if strings.Trim(i.Path.Value, "`\"") == path {
				return Place{i.Pos(), i.End()}
			}
		}
	}
	return Place{}
}

// importedShares gathers what the direct imports say.
func (w *world) importedShares() map[string][]importedShare {
	if w.below != nil {
		return w.below
	}
	out := make(map[string][]importedShare)
	w.below = out
	for _, p := range w.pass.Pkg.Imports() {
		var fact packageFact
		if !w.pass.ImportPackageFact(p, &fact) {
			continue
		}
		for _, s := range fact.Shares {
			out[s.Key] = append(out[s.Key], importedShare{p.Path(), s})
		}
	}
	return out
}

// factUsers are the users that other packages are told of: those that can be told apart, and others of their systems.
func (w *world) factUsers(all []User) []factUser {
	us, _ := w.systems(all, nil)
	var out []factUser
	for _, u := range us {
		for _, x := range append([]User{u}, u.More...) {
			if len(out) < maxFactUsers {
				out = append(out, w.factUser(x))
			}
		}
	}
	return out
}

func (w *world) factUser(u User) factUser {
	p := u.Where
	if u.Pos.IsValid() {
		p = w.pass.Fset.Position(u.Pos)
	}
	return factUser{u.Evidence, u.receiver, u.Consumer, p.Filename, p.Line, p.Column}
}

func (u factUser) user() User {
	return User{Evidence: u.Evidence, Consumer: u.Consumer, receiver: u.Type, Where: token.Position{Filename: u.File, Line: u.Line, Column: u.Col}}
}

// shareFacts are those that packages above may need.
func (w *world) shareFacts() []shareFact {
	slices.SortFunc(w.shares, func(a, b shareFact) int { return cmp.Compare(a.Key, b.Key) })
	return w.shares
}
