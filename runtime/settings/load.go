package settings

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/nearest"
	"github.com/reslint/reslint/internal/yamlfile"
)

const (
	ruleConfig = "R-RES-CFG-1" // every parameter of a client is in the settings, under its name
	ruleName   = "R-RES-ISO-3"
	ruleSizes  = "R-RES-ISO-2"
	ruleLimits = "R-RES-ISO-X2"
	ruleNoTime = "R-RES-TO-X1"
	ruleOrder  = "R-RES-TO-X2"
	ruleFast   = "R-RES-BH-3"
)

// Options say what else a settings file may hold. The zero value reads the process's environment and allows nothing
// beyond the documented keys.
type Options struct {
	// Environ returns the environment as "KEY=value". Nil means os.Environ.
	Environ func() []string
	// Sections lists further top-level sections of the file, which belong to the service and are not read.
	Sections []string
	// Extra lists further keys that the service reads itself, such as "token" or "dsn". A `client.<system>` section and
	// the section `database` may have them; System.Extra and Database.Extra hold what they say.
	Extra []string
}

// Load reads the settings file at path, applies the environment and validates the result. The error of a file that
// can be read is an *[Error] with all faults. Load does not keep the file open and is safe for concurrent use.
func Load(path string, o Options) (*Settings, error) {
	data, err := yamlfile.ReadBytes(path, path)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	return Parse(path, data, o)
}

// Parse is Load for the text of a file that has been read already; file names it in faults.
func Parse(file string, data []byte, o Options) (*Settings, error) {
	parsed, err := yamlfile.Parse(file, data)
	if err != nil {
		return nil, syntaxFault(err)
	}
	l := &loader{file: file, options: o, places: map[string]string{}, bad: map[string]bool{}}
	l.settings.Client = map[string]System{}
	switch len(parsed.Docs) {
	case 0:
		l.fault(file, "client", ruleConfig, "the file is empty")
	case 1:
		l.read(parsed.Docs[0])
		l.environment()
		l.finish()
	default:
		l.fault(l.at(parsed.Docs[1]), "client", ruleConfig, "the file has a second document")
	}
	if len(l.settings.Client) > 0 {
		v := validator{file: l.file, places: l.places, bad: l.bad}
		v.settings(&l.settings)
		l.faults = append(l.faults, v.faults...)
	}
	if len(l.faults) > 0 {
		return nil, &Error{Faults: l.faults}
	}
	return &l.settings, nil
}

// syntaxFault makes a file that is no YAML one fault.
func syntaxFault(err error) error {
	var syntax *yamlfile.Error
	if !errors.As(err, &syntax) {
		return err
	}
	return &Error{Faults: []Fault{{
		Place: fmt.Sprintf("%s:%d", syntax.File, syntax.Line), Key: "file", Rule: ruleConfig, Message: syntax.Msg,
	}}}
}

// A loader collects settings, where each value stands, and what is wrong.
type loader struct {
	file     string
	options  Options
	settings Settings
	places   map[string]string // path of a value → place
	bad      map[string]bool   // path of a value that could not be read: no further fault about it
	faults   []Fault
}

func (l *loader) fault(place, key, rule, format string, args ...any) {
	l.faults = append(l.faults, Fault{Place: place, Key: key, Rule: rule, Message: fmt.Sprintf(format, args...)})
}

func (l *loader) at(n *yamlfile.Node) string { return fmt.Sprintf("%s:%d", l.file, n.Start.Line) }

func (l *loader) systemFields(s *System) map[string]any {
	return withExtra(s.fields(), &s.Extra, l.options.Extra)
}

func (l *loader) databaseFields() map[string]any {
	d := &l.settings.Database
	return withExtra(d.fields(), &d.Extra, l.options.Extra)
}

// store puts the value into its field and remembers where it came from.
func (l *loader) store(fields map[string]any, prefix, key, text, place string) {
	name, field := find(fields, key)
	path := prefix + "." + name
	if field == nil {
		l.fault(place, path, ruleConfig, "unknown key%s", nearest.Hint(key, names(fields)))
		return
	}
	l.places[path] = place
	delete(l.bad, path)
	if err := assign(field, text); err != nil {
		l.bad[path] = true
		l.fault(place, path, ruleConfig, "%s", err)
	}
}

// read takes the sections of the file.
func (l *loader) read(root *yamlfile.Node) {
	var template System
	var client *yamlfile.Node
	for _, p := range l.pairs(root, "file") {
		key, value := p.Key.Resolve().Text, p.Value
		switch normal(key) {
		case "defaults":
			l.values(value, "defaults", "", l.systemFields(&template))
		case "client":
			client = value
			l.places["client"] = l.at(p.Key)
		case "database":
			l.places["database"] = l.at(p.Key)
			l.values(value, "database", "", l.databaseFields())
		default:
			if !slices.Contains(l.options.Sections, key) {
				l.fault(l.at(p.Key), key, ruleConfig, "unknown section%s",
					nearest.Hint(key, []string{"defaults", "client", "database"}))
			}
		}
	}
	if client == nil {
		l.fault(l.file, "client", ruleConfig, "no system has a section")
		return
	}
	l.clients(client, template)
}

func (l *loader) clients(client *yamlfile.Node, template System) {
	for _, p := range l.pairs(client, "client") {
		name := p.Key.Resolve().Text
		path := "client." + name
		l.inherit("defaults", path)
		l.places[path] = l.at(p.Key)
		s := template
		l.values(p.Value, path, "", l.systemFields(&s))
		l.settings.Client[name] = s
	}
}

// inherit gives the values of one section the places of another's.
func (l *loader) inherit(from, to string) {
	for path, place := range maps.Clone(l.places) {
		if rest, ok := strings.CutPrefix(path, from+"."); ok {
			l.places[to+"."+rest] = place
		}
	}
	for path := range maps.Clone(l.bad) {
		if rest, ok := strings.CutPrefix(path, from+"."); ok {
			l.bad[to+"."+rest] = true
		}
	}
}

// pairs returns the entries of a mapping; anything else, and a key in two spellings, is a fault.
func (l *loader) pairs(n *yamlfile.Node, path string) []yamlfile.Pair {
	if n.Null() {
		return nil
	}
	if n.Resolve().Kind != yamlfile.Mapping {
		l.fault(l.at(n), path, ruleConfig, "must be a mapping, not a %s", n.Resolve().Kind)
		return nil
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(n.Pairs()), func(p yamlfile.Pair) bool {
		key := p.Key.Resolve().Text
		if seen[normal(key)] && !p.Merged {
			l.fault(l.at(p.Key), path+"."+key, ruleConfig, "the same key in another spelling")
		}
		again := seen[normal(key)]
		seen[normal(key)] = true
		return again
	})
}

// values reads a mapping, and the mappings in it, into the fields.
func (l *loader) values(n *yamlfile.Node, path, prefix string, fields map[string]any) {
	for _, p := range l.pairs(n, path) {
		key := prefix + p.Key.Resolve().Text
		value := p.Value.Resolve()
		switch inner, grouped := group(fields, key); {
		case grouped && value.Kind == yamlfile.Mapping:
			l.values(p.Value, path, inner+".", fields)
		case p.Value.Null() || value.Kind != yamlfile.Scalar:
			l.fault(l.at(p.Key), path+"."+key, ruleConfig, "must be one value")
		default:
			l.store(fields, path, key, value.Text, l.at(p.Value))
		}
	}
}

// group reports whether the key names a group of fields, such as "breaker", and how it is documented.
func group(fields map[string]any, key string) (string, bool) {
	for name := range fields {
		if g, _, ok := strings.Cut(name, "."); ok && normal(g) == normal(key) {
			return g, true
		}
	}
	return "", false
}

// finish fills in what a file means by leaving a key out.
func (l *loader) finish() {
	for name, s := range l.settings.Client {
		if _, written := l.places["client."+name+"."+keyKeepalive]; !written {
			s.MaxKeepaliveConnections = max(min(s.MaxConcurrent, s.MaxConnections), 0)
			l.settings.Client[name] = s
		}
	}
}
