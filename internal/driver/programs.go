package driver

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/reslint/reslint/analyzers/sizing"
	"github.com/reslint/reslint/internal/settings"
)

// programs makes sets of what constants in code say: one for each main package with all that it reaches, and one for
// each package that no main package reaches. A program with several database pools has a set for each of them.
func programs(roots []*packages.Package, codes map[string]*sizing.Code) []*settings.Set {
	asked := make(map[string]*packages.Package)
	for _, p := range roots {
		if path := packagePath(p); codes[path] != nil && (asked[path] == nil || p.ID == p.PkgPath) {
			asked[path] = p
		}
	}
	c := collector{codes: codes, asked: asked, below: make(map[string]map[string]bool)}
	reached := make(map[string]bool)
	var out []*settings.Set
	for _, path := range slices.Sorted(maps.Keys(asked)) {
		if p := asked[path]; p.Name == "main" {
			maps.Copy(reached, c.reach(p))
			out = append(out, c.sets(p, c.reach(p))...)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(asked)) {
		if p := asked[path]; p.Name != "main" && !reached[path] {
			out = append(out, c.sets(p, map[string]bool{path: true})...)
		}
	}
	return out
}

// A collector puts together what the code of several packages says.
type collector struct {
	codes map[string]*sizing.Code      // by the path of the package
	asked map[string]*packages.Package // that have code, by path
	below map[string]map[string]bool   // the result of reach by the ID of the package: a package and its tests share a path
}

// reach returns the packages with code that a package reaches, itself included.
func (c collector) reach(p *packages.Package) map[string]bool {
	if all, ok := c.below[p.ID]; ok {
		return all
	}
	all := make(map[string]bool)
	c.below[p.ID] = all
	if path := packagePath(p); c.codes[path] != nil {
		all[path] = true
	}
	for _, imported := range p.Imports {
		maps.Copy(all, c.reach(imported))
	}
	return all
}

// sets makes the sets of a program that consists of packages.
func (c collector) sets(program *packages.Package, parts map[string]bool) []*settings.Set {
	joined := &settings.Set{Name: "constants in " + packagePath(program)}
	var databases []*settings.Value
	for _, path := range slices.Sorted(maps.Keys(parts)) {
		for _, u := range c.codes[path].Units {
			if !c.covered(u, path, parts) {
				join(joined, c.placed(u, path).Section)
			}
		}
		databases = append(databases, c.codes[path].Databases...)
	}
	root := ""
	if program.Module != nil {
		root = program.Module.Dir
	}
	for _, sec := range joined.Sections {
		for k, v := range sec.Values {
			sec.Values[k] = relative(v, root)
		}
	}
	switch {
	case len(databases) > 0:
		return eachDatabase(joined, databases, root)
	case len(joined.Sections) > 0:
		return []*settings.Set{joined}
	}
	return nil
}

// eachDatabase makes a set for each database pool of a program.
func eachDatabase(program *settings.Set, databases []*settings.Value, root string) []*settings.Set {
	var out []*settings.Set
	for _, db := range databases {
		db = relative(db, root)
		set := &settings.Set{Name: program.Name, Sections: program.Sections, Database: db}
		if len(databases) > 1 {
			set.Name += fmt.Sprintf(", database pool of %s:%d", db.File, db.Line())
		}
		out = append(out, set)
	}
	return out
}

// covered reports whether a package above shows the same unit.
func (c collector) covered(u sizing.Unit, path string, parts map[string]bool) bool {
	for other := range parts {
		if other != path && c.reach(c.asked[other])[path] &&
			slices.ContainsFunc(c.codes[other].Units, func(v sizing.Unit) bool { return v.Covers(u) }) {
			return true
		}
	}
	return false
}

// placed gives the values of a unit the places where packages below write them. The lowest that has a value counts.
func (c collector) placed(u sizing.Unit, path string) sizing.Unit {
	reach := func(path string) int { return len(c.reach(c.asked[path])) }
	for _, below := range slices.SortedFunc(maps.Keys(c.reach(c.asked[path])), func(a, b string) int {
		return cmp.Or(reach(b)-reach(a), cmp.Compare(a, b)) // who reaches a package reaches more than that one does
	}) {
		if below == path {
			continue
		}
		for _, v := range c.codes[below].Units {
			if u.Covers(v) {
				u = u.From(v)
			}
		}
	}
	return u
}

// join adds a section to a set. Two that name one system become one where no value is in both.
func join(set *settings.Set, sec settings.Section) {
	for _, into := range set.Sections {
		if sec.System == "" || settings.Fold(into.System) != settings.Fold(sec.System) {
			continue
		}
		both := false
		for k, v := range sec.Values {
			both = both || v != nil && into.Values[k] != nil
		}
		if both {
			continue
		}
		for k, v := range sec.Values {
			if v != nil {
				into.Values[k] = v
			}
		}
		return
	}
	set.Sections = append(set.Sections, &sec)
}

// relative returns a value whose file is named from the root of the module, where it is below.
func relative(v *settings.Value, root string) *settings.Value {
	if v == nil || root == "" {
		return v
	}
	rel, err := filepath.Rel(root, v.Place.Start.Filename)
	if err != nil || !filepath.IsLocal(rel) {
		return v
	}
	named := *v
	named.File = filepath.ToSlash(rel)
	return &named
}
