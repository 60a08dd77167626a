package naming

import (
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/stem"
)

// systems is what is known of the external systems that names can speak of.
type systems struct {
	cfg     *config.Config
	pkg     *types.Package
	local   string          // beginning of the import paths of the module and its neighbours
	aliases [][]stem.Name   // the names of one system each, the first as the settings have it
	known   []stem.Name     // names that are surely those of systems
	stems   map[string]bool // of known
	roots   []string        // stems of the names of what holds sections: client

	owners  map[ownerKey]owner    // answers of ownerOf for one name
	callees map[*types.Func]owner // answers of ownerOfFunc
	words   map[string]bool       // answers of configWord
	readers map[*types.Func]bool  // answers of readsSettings
	cut     map[string]stem.Name  // answers of name
}

type ownerKey struct {
	pkg  *types.Package
	name string
}

// nameOf is stem.Of, once for each text.
func (s *systems) nameOf(text string) stem.Name {
	n, ok := s.cut[text]
	if !ok {
		n = stem.Of(text)
		s.cut[text] = n
	}
	return n
}

// customary are names and abbreviations that are as good as one another everywhere.
var customary = [][]string{
	{"postgres", "postgresql", "pg", "psql", "pgx"}, {"kubernetes", "k8s", "kube"}, {"elasticsearch", "elastic", "es"}, {"clickhouse", "ch"},
	{"github", "gh"}, {"gitlab", "gl"}, {"bitbucket", "bb"}, {"telegram", "tg"}, {"whatsapp", "wa"}, {"facebook", "fb"}, {"rabbitmq", "rabbit", "amqp"},
	{"memcached", "memcache", "mc"}, {"mongodb", "mongo"}, {"cloudflare", "cf"}, {"azure", "az"}, {"yandex", "ya"}, {"mailgun", "mg"},
}

var customaryStems = sync.OnceValue(func() [][]stem.Name {
	var groups [][]stem.Name
	for _, names := range customary {
		var group []stem.Name
		for _, name := range names {
			group = append(group, stem.Of(name))
		}
		groups = append(groups, group)
	}
	return groups
})

func newSystems(pass *analysis.Pass, cfg *config.Config) *systems {
	s := &systems{stems: make(map[string]bool), cfg: cfg, pkg: pass.Pkg, local: neighbourhood(pass), owners: make(map[ownerKey]owner),
		callees: make(map[*types.Func]owner), words: make(map[string]bool), readers: make(map[*types.Func]bool), cut: make(map[string]stem.Name)}
	for _, name := range sortedKeys(cfg.Systems) {
		group := []stem.Name{stem.Of(name)}
		for _, alias := range cfg.Systems[name].Aliases {
			group = append(group, stem.Of(alias))
		}
		s.aliases = append(s.aliases, group)
		s.know(group...)
	}
	s.aliases = append(s.aliases, customaryStems()...)
	for _, p := range append(slices.Clone(pass.Pkg.Imports()), pass.Pkg) {
		if s.near(p) {
			s.know(stem.Of(outbound.EvidenceOf(cfg, p.Path(), "").Package))
		}
	}
	for _, name := range pass.Pkg.Scope().Names() {
		if _, ok := pass.Pkg.Scope().Lookup(name).(*types.TypeName); ok {
			s.know(stem.Of(stem.OfAdapter(name, cfg.Suffixes)))
		}
	}
	for _, root := range cfg.Settings.Roots {
		s.roots = append(s.roots, fold(root[strings.LastIndex(root, ".")+1:]))
	}
	return s
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// neighbourhood is what the import paths of the module's packages begin with, and those of the other modules of a
// workspace: the host and the owner of the repository.
func neighbourhood(pass *analysis.Pass) string {
	path := pass.Pkg.Path()
	if pass.Module != nil && pass.Module.Path != "" {
		path = pass.Module.Path
	}
	elems := strings.Split(path, "/")
	n := 1
	if strings.Contains(elems[0], ".") {
		n = min(2, len(elems))
	}
	return strings.Join(elems[:n], "/")
}

func (s *systems) near(p *types.Package) bool {
	return p != nil && (p == s.pkg || p.Path() == s.local || strings.HasPrefix(p.Path(), s.local+"/"))
}

func (s *systems) know(names ...stem.Name) {
	for _, n := range names {
		if n.Known() && !s.stems[n.Stem()] {
			s.known, s.stems[n.Stem()] = append(s.known, n), true
		}
	}
}

// isKnown reports whether a name speaks of a system that is known from elsewhere.
func (s *systems) isKnown(n stem.Name) bool {
	return slices.ContainsFunc(s.known, n.Says)
}

// agree reports whether two names may speak of one system.
func (s *systems) agree(a, b stem.Name) bool {
	return a.Agrees(b) || slices.ContainsFunc(s.aliases, func(group []stem.Name) bool {
		return slices.ContainsFunc(group, a.Says) && slices.ContainsFunc(group, b.Says)
	})
}

// hint suggests what was meant by a name that is not one of a known system.
func (s *systems) hint(n stem.Name, meant stem.Name) (string, bool) {
	if s.isKnown(n) {
		return "", false
	}
	candidates := []string{meant.Join("-")}
	for _, k := range s.known {
		candidates = append(candidates, k.Join("-"))
	}
	candidates = slices.DeleteFunc(candidates, func(c string) bool { return c == "" })
	return n.Near(candidates)
}

// An owner is what the code around or behind a name is known to serve.
type owner struct {
	says     string      // what says so, for messages: "adapter SberAdapter"
	name     stem.Name   // of the system
	accepted []stem.Name // other names that are as good
	strong   bool        // a package or the settings say so, not a type's name alone
	pkg      *types.Package
}

func (o owner) known() bool { return o.name.Known() }

// system is what the system is called in results.
func (o owner) system() string {
	if o.strong {
		return o.name.Text
	}
	return o.name.Stem()
}

// accepts reports whether a name may be one of the owner's system.
func (s *systems) accepts(o owner, n stem.Name) bool {
	return s.agree(o.name, n) || slices.ContainsFunc(o.accepted, func(a stem.Name) bool { return a.Known() && s.agree(a, n) })
}

// ownerOf finds out whose code a package is, or one of the named types or functions in it.
func (s *systems) ownerOf(p *types.Package, names ...string) owner {
	if !s.near(p) {
		return owner{}
	}
	o := owner{pkg: p, accepted: []stem.Name{stem.Of(p.Name())}}
	for _, name := range append(names, "") {
		e := outbound.EvidenceOf(s.cfg, p.Path(), name)
		adapter := stem.Of(adapterWords(name, e.Stem))
		o.accepted = append(o.accepted, adapter)
		switch {
		case o.strong:
		case e.Setting != "":
			o.name, o.strong, o.says = stem.Of(e.Setting), true, "system "+e.Setting
		case stem.Of(e.Package).Known():
			o.name, o.strong, o.says = stem.Of(e.Package), true, "package "+e.Package
			_, below, _ := strings.Cut(p.Path(), "/"+e.Package+"/")
			for elem := range strings.SplitSeq(below, "/") {
				o.accepted = append(o.accepted, stem.Of(elem))
			}
		case adapter.Known() && !o.known():
			o.name, o.says = adapter, "adapter "+name
		}
	}
	return o
}

// adapterWords cuts the suffix off the name of an adapter type and keeps the rest as it is written, so that its words
// can be told apart.
func adapterWords(name, stem string) string {
	if len(stem) > len(name) || !strings.EqualFold(name[:len(stem)], stem) {
		return stem
	}
	return name[:len(stem)]
}

// ownerOfType finds out whose code a type is.
func (s *systems) ownerOfType(p *types.Package, name string) owner {
	key := ownerKey{p, name}
	o, ok := s.owners[key]
	if !ok {
		o = s.ownerOf(p, name)
		s.owners[key] = o
	}
	return o
}

// ownerOfFunc finds out whose parts or settings a function takes.
func (s *systems) ownerOfFunc(fn *types.Func) owner {
	if fn == nil || !s.near(fn.Pkg()) {
		return owner{}
	}
	o, ok := s.callees[fn]
	if !ok {
		o = s.ownerOf(fn.Pkg(), takers(fn)...)
		s.callees[fn] = o
	}
	return o
}

// takers are the names that say whose parts or settings a function takes: of its receiver, of what it makes, and its
// own.
func takers(fn *types.Func) []string {
	var names []string
	sig := fn.Signature()
	switch {
	case sig.Recv() != nil:
		names = append(names, typeName(sig.Recv().Type(), fn.Pkg()))
	case sig.Results().Len() > 0:
		names = append(names, typeName(sig.Results().At(0).Type(), fn.Pkg()))
	}
	for _, verb := range []string{"New", "new", "Make", "make", "Build", "build", "Provide", "provide", "Init", "init", "Must"} {
		if rest, ok := strings.CutPrefix(fn.Name(), verb); ok && rest != "" {
			names = append(names, strings.TrimPrefix(rest, "New"))
			break
		}
	}
	return names
}

// typeName is the name of a type of the package, or of what it points to.
func typeName(t types.Type, p *types.Package) string {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() == p {
		return n.Obj().Name()
	}
	return ""
}
