package settings

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/yamlfile"
)

// parseYAML reads the sections of a YAML file. The file has no sets if it has no section; one that is asked for may
// have a database alone.
func parseYAML(path, name string, data []byte, n Names, asked bool) (*File, error) {
	y, err := yamlfile.Parse(name, data)
	if err != nil {
		return nil, err
	}
	f := &File{Path: path, Name: name, Data: data}
	r := yamlReader{file: f, yaml: y, names: n}
	var sets []*Set
	found := false
	for i, doc := range y.Docs {
		set, err := r.document(doc)
		if err != nil {
			return nil, err
		}
		if len(y.Docs) > 1 {
			set.Name = fmt.Sprintf("%s, document %d", name, i+1)
		}
		sets = append(sets, set)
		found = found || len(set.Sections) > 0
	}
	if !found && !asked {
		return f, nil // no settings file: what it says about a database is not judged
	}
	for i, doc := range y.Docs {
		if err := r.database(sets[i], entry{node: doc, plain: doc.Anchor == ""}); err != nil {
			return nil, err
		}
	}
	f.Sets = joinDocuments(name, sets)
	f.Sets = slices.DeleteFunc(f.Sets, func(s *Set) bool { return len(s.Sections) == 0 && (!asked || s.Database == nil) })
	return f, nil
}

// joinDocuments makes one set of documents that complete each other, and leaves documents that repeat each other
// alone, because nobody knows which of them counts.
func joinDocuments(name string, sets []*Set) []*Set {
	joined := &Set{Name: name}
	for _, s := range sets {
		joined.Files = s.Files
		repeats := s.Database != nil && joined.Database != nil
		for _, sec := range s.Sections {
			repeats = repeats || joined.Section(sec.System) != nil
		}
		if repeats {
			return sets
		}
		if s.Database != nil {
			joined.Database = s.Database
		}
		joined.Sections = append(joined.Sections, s.Sections...)
	}
	return []*Set{joined}
}

type yamlReader struct {
	file  *File
	yaml  *yamlfile.File
	names Names
}

// An entry is a value on the way to a setting.
type entry struct {
	node  *yamlfile.Node
	key   *yamlfile.Node
	plain bool // no alias, anchor or merge key leads to it, so that it stands for this setting only
}

func (r yamlReader) document(doc *yamlfile.Node) (*Set, error) {
	set := &Set{Name: r.file.Name, Files: []*File{r.file}}
	top := entry{node: doc, plain: doc.Anchor == ""}
	for _, root := range r.names.roots {
		e, ok, err := r.descend(top, root)
		if err != nil {
			return nil, err
		}
		if ok {
			if err := r.sections(set, e); err != nil {
				return nil, err
			}
		}
	}
	return set, nil
}

// descend follows folded names through mappings.
func (r yamlReader) descend(e entry, path []string) (entry, bool, error) {
	for _, name := range path {
		entries, err := r.entries(e, func(key string) string { return Fold(key) })
		if err != nil {
			return entry{}, false, err
		}
		i := slices.IndexFunc(entries, func(c entry) bool { return Fold(c.key.Text) == name })
		if i < 0 {
			return entry{}, false, nil
		}
		e = entries[i]
	}
	return e, true, nil
}

// entries returns the entries of a mapping. Two of its own with one identity are an error; an own one wins over one
// that comes through a merge key. Entries with the identity "" are left out.
func (r yamlReader) entries(e entry, identity func(string) string) ([]entry, error) {
	var out []entry
	first := make(map[string]yamlfile.Pair)
	for _, p := range e.node.Pairs() {
		key := p.Key.Resolve()
		id := identity(key.Text)
		if id == "" {
			continue
		}
		if before, ok := first[id]; ok {
			if !p.Merged && !before.Merged {
				return nil, r.yaml.Errorf(p.Key, "%s is the same key as %s in line %d",
					key.Text, before.Key.Resolve().Text, before.Key.Start.Line)
			}
			continue
		}
		first[id] = p
		out = append(out, entry{
			node: p.Value, key: key,
			plain: e.plain && !p.Merged && p.Value.Kind != yamlfile.Alias && p.Value.Anchor == "",
		})
	}
	return out, nil
}

func (r yamlReader) sections(set *Set, root entry) error {
	systems, err := r.entries(root, Fold)
	if err != nil {
		return err
	}
	for _, system := range systems {
		sec := &Section{System: system.key.Text, Multiplexed: namesMultiplexed(system.key.Text) || protocol(system.node, multiplexed)}
		if err := r.section(sec, system); err != nil {
			return err
		}
		if !sec.Empty() {
			set.Sections = append(set.Sections, sec)
		}
	}
	return nil
}

func (r yamlReader) section(sec *Section, system entry) error {
	entries, err := r.entries(system, func(name string) string {
		if k, ok := r.names.keys[Fold(name)]; ok {
			return k.String()
		}
		return ""
	})
	if err != nil {
		return err
	}
	for _, e := range entries {
		k := r.names.keys[Fold(e.key.Text)]
		if sec.Values[k], err = r.value(k, e); err != nil {
			return err
		}
	}
	for k := range PoolSize {
		for _, path := range r.names.paths[k] {
			e, ok, err := r.descend(system, foldPath(path))
			if err != nil {
				return err
			}
			if ok && sec.Values[k] == nil {
				if sec.Values[k], err = r.value(k, e); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (r yamlReader) database(set *Set, top entry) error {
	path := r.names.database
	parent, ok, err := r.descend(top, path[:len(path)-1])
	if err != nil || !ok || embedded(parent.node) {
		return err
	}
	e, ok, err := r.descend(parent, path[len(path)-1:])
	if err != nil || !ok {
		return err
	}
	set.Database, err = r.value(PoolSize, e)
	return err
}

// value reads a value. Sizes that are none are an error of the file; a timeout that cannot be read is unknown.
func (r yamlReader) value(k Key, e entry) (*Value, error) {
	v := &Value{Key: k, Source: FromYAML, Place: r.place(e.node), File: r.file.Name}
	node := e.node.Resolve()
	if e.plain {
		if from, to, ok := node.Editable(); ok {
			v.edit = [2]int{from, to}
		}
	}
	switch {
	case node.Kind == yamlfile.Scalar && strings.HasPrefix(node.Tag, "!") && !strings.HasPrefix(node.Tag, "!!"):
		v.Text = node.Text // a tag of the project's own computes it
	case node.Kind == yamlfile.Mapping && strings.HasPrefix(string(r.yaml.Data[node.Start.Offset:min(node.Start.Offset+2, len(r.yaml.Data))]), "{{"):
		v.Text = "{{ … }}" // a template, which is a mapping in a mapping to YAML
	case node.Kind != yamlfile.Scalar:
		return v, r.reject(k, e.node, "a "+node.Kind.String())
	case node.Null():
		return v, r.reject(k, e.node, "empty")
	case node.Tag == "!!bool" && !node.Quoted:
		v.Text = node.Text
		return v, r.reject(k, e.node, node.Text)
	case !v.Read(node.Text, 0):
		return v, r.reject(k, e.node, node.Text)
	}
	return v, nil
}

func (r yamlReader) reject(k Key, at *yamlfile.Node, what string) error {
	if k.Timeout() {
		return nil
	}
	return r.yaml.Errorf(at, "%s is %s, and not %s", k, what, k.takes())
}

func (r yamlReader) place(n *yamlfile.Node) rule.Place {
	return rule.In(position(r.file.Path, n.Start), position(r.file.Path, n.End))
}

func position(path string, p yamlfile.Pos) token.Position {
	return token.Position{Filename: path, Offset: p.Offset, Line: p.Line, Column: p.Column}
}

// protocolKeys are where a section says which protocol or driver it speaks.
var protocolKeys = []string{
	"protocol", "transport", "type", "kind", "scheme", "driver", "dialect", "engine", "url", "baseurl", "address", "addr", "dsn",
}

// protocol reports whether one of the words names the protocol or the scheme of a section.
func protocol(section *yamlfile.Node, protocols []string) bool {
	for _, p := range section.Pairs() {
		value := p.Value.Resolve()
		if value.Kind == yamlfile.Scalar && slices.Contains(protocolKeys, Fold(p.Key.Resolve().Text)) &&
			speaks(value.Text, protocols) {
			return true
		}
	}
	return false
}

// speaks reports whether a value such as "grpc", "HTTP/2" or "redis://host" names one of the protocols.
func speaks(text string, protocols []string) bool {
	scheme, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(text)), ":")
	return slices.Contains(protocols, strings.ReplaceAll(scheme, "/", ""))
}

// embedded reports whether a database section speaks of one inside the process.
func embedded(section *yamlfile.Node) bool {
	return protocol(section, []string{"sqlite", "sqlite3", "duckdb", "bolt", "badger", "file", "memory"})
}
