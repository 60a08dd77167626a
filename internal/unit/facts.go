package unit

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"go/types"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// facts are those of the package and of all packages below it.
type facts struct {
	pkg   *types.Package
	own   map[factKey]analysis.Fact
	below map[string][]byte // encoded, by path of the package
	read  map[string]map[factKey]analysis.Fact
	paths objectpath.Encoder
	err   error // the first
}

// factKey is an object of a known package, or "" for the package itself.
type factKey struct {
	object objectpath.Path
	typ    reflect.Type
}

// record is a fact in a file.
type record struct {
	Object objectpath.Path
	Fact   analysis.Fact
}

// packageFacts are the facts of one package in a file, which has those of all packages below as well: the go command
// hands out the files of direct imports only.
type packageFacts struct {
	Path  string
	Facts []byte // a list of records
}

// register makes the types of facts known to gob and returns the analyzers that produce any. The numbers that gob gives
// to types are part of what it writes, so they are given here, before anything else.
func register(analyzers []*analysis.Analyzer) (producers []*analysis.Analyzer) {
	seen := make(map[*analysis.Analyzer]bool)
	var visit func(*analysis.Analyzer)
	visit = func(a *analysis.Analyzer) {
		if seen[a] {
			return
		}
		seen[a] = true
		for _, req := range a.Requires {
			visit(req)
		}
		for _, f := range a.FactTypes {
			gob.Register(f)
			_ = gob.NewEncoder(io.Discard).Encode([]record{{Fact: f}})
		}
		if len(a.FactTypes) > 0 {
			producers = append(producers, a)
		}
	}
	for _, a := range analyzers {
		visit(a)
	}
	return producers
}

// readFacts reads the files of the imports.
func readFacts(pkg *types.Package, files map[string]string) (*facts, error) {
	f := &facts{pkg: pkg, own: make(map[factKey]analysis.Fact), below: make(map[string][]byte), read: make(map[string]map[factKey]analysis.Fact)}
	for path, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("facts of %q: %w", path, err)
		}
		if len(data) == 0 {
			continue
		}
		var all []packageFacts
		if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&all); err != nil {
			return nil, fmt.Errorf("facts of %q: %w", path, err)
		}
		for _, p := range all {
			f.below[p.Path] = p.Facts
		}
	}
	return f, nil
}

// write writes the facts of the package and all below, always in the same order. Without any, the file is empty.
func (f *facts) write(file string) error {
	if f.err != nil || file == "" {
		return f.err
	}
	if len(f.own) > 0 {
		var records []record
		for key, fact := range f.own {
			records = append(records, record{key.object, fact})
		}
		slices.SortFunc(records, func(a, b record) int {
			return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(reflect.TypeOf(a.Fact).String(), reflect.TypeOf(b.Fact).String()))
		})
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(records); err != nil {
			return fmt.Errorf("facts: %w", err)
		}
		f.below[f.pkg.Path()] = b.Bytes()
	}
	var all []packageFacts
	for _, path := range slices.Sorted(maps.Keys(f.below)) {
		all = append(all, packageFacts{path, f.below[path]})
	}
	var b bytes.Buffer
	if len(all) > 0 {
		if err := gob.NewEncoder(&b).Encode(all); err != nil {
			return fmt.Errorf("facts: %w", err)
		}
	}
	return os.WriteFile(file, b.Bytes(), 0o666)
}

// of returns the facts of a package.
func (f *facts) of(pkg *types.Package) map[factKey]analysis.Fact {
	if pkg == f.pkg {
		return f.own
	}
	path := pkg.Path()
	if known, ok := f.read[path]; ok {
		return known
	}
	known := make(map[factKey]analysis.Fact)
	f.read[path] = known
	data, ok := f.below[path]
	if !ok {
		return known
	}
	var records []record
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&records); err != nil {
		f.fail(fmt.Errorf("facts of %q: %w", path, err))
	}
	for _, r := range records {
		known[factKey{r.Object, reflect.TypeOf(r.Fact)}] = r.Fact
	}
	return known
}

func (f *facts) fail(err error) { f.err = cmp.Or(f.err, err) }

func (f *facts) ofObject(obj types.Object, fact analysis.Fact) bool {
	if obj == nil || obj.Pkg() == nil || len(f.of(obj.Pkg())) == 0 {
		return false
	}
	path, err := f.paths.For(obj)
	return err == nil && take(f.of(obj.Pkg()), path, fact)
}

func (f *facts) ofPackage(pkg *types.Package, fact analysis.Fact) bool {
	return take(f.of(pkg), "", fact)
}

// take copies a fact that is there.
func take(all map[factKey]analysis.Fact, object objectpath.Path, fact analysis.Fact) bool {
	have, ok := all[factKey{object, reflect.TypeOf(fact)}]
	if ok {
		reflect.ValueOf(fact).Elem().Set(reflect.ValueOf(have).Elem())
	}
	return ok
}

// setObject keeps a fact of an object that other packages can refer to.
func (f *facts) setObject(obj types.Object, fact analysis.Fact) {
	if path, err := f.paths.For(obj); err == nil {
		f.own[factKey{path, reflect.TypeOf(fact)}] = fact
	}
}

func (f *facts) setPackage(fact analysis.Fact) {
	f.own[factKey{"", reflect.TypeOf(fact)}] = fact
}
