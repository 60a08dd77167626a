package config

import (
	"fmt"
	"maps"
	"slices"

	"github.com/reslint/reslint/internal/yamlfile"
)

// list is a sequence of at least min different elements.
type list[V any] struct {
	elem shape[V]
	min  int
}

// maxElements bounds a list and a dictionary.
const maxElements = 1000

func (s list[V]) decode(d *decoder, n *yamlfile.Node, path string) ([]V, bool) {
	v := n.Resolve()
	if v.Kind != yamlfile.Sequence {
		return nil, d.errorf(n, "%s takes a list, not %s", path, shown(n))
	}
	if len(v.Items()) < s.min {
		return nil, d.errorf(n, "%s is an empty list: fill it or leave %s out", path, path)
	}
	if len(v.Items()) > maxElements {
		return nil, d.errorf(n, "%s has more than %d elements", path, maxElements)
	}
	all := make([]V, 0, len(v.Items()))
	first := make(map[string]int)
	ok := true
	for i, item := range v.Items() {
		at := fmt.Sprintf("%s[%d]", path, i)
		e, good := s.elem.decode(d, item, at)
		if !good {
			ok = false
			continue
		}
		key := fmt.Sprint(s.elem.value(e))
		if line, seen := first[key]; seen {
			ok = d.errorf(item, "%s is in line %d already", at, line)
			continue
		}
		first[key] = item.Start.Line
		all = append(all, e)
	}
	return all, ok
}

func (s list[V]) schema() object {
	o := object{"type": "array", "items": s.elem.schema(), "uniqueItems": true, "maxItems": maxElements}
	if s.min > 0 {
		o["minItems"] = s.min
	}
	return o
}

func (s list[V]) value(v []V) any {
	all := make([]any, len(v))
	for i, e := range v {
		all[i] = s.elem.value(e)
	}
	return all
}

// dict is a mapping whose keys are names that the user chooses, or one of a list.
type dict[K ~string, V any] struct {
	what  string   // of a key, in messages
	names []string // the valid keys; nil: those that match key
	key   text
	elem  shape[V]
}

func (s dict[K, V]) decode(d *decoder, n *yamlfile.Node, path string) (map[K]V, bool) {
	if n.Null() {
		return nil, true
	}
	v := n.Resolve()
	if v.Kind != yamlfile.Mapping {
		return nil, d.errorf(n, "%s takes a mapping, not %s", path, shown(n))
	}
	if len(v.Pairs()) > maxElements {
		return nil, d.errorf(n, "%s has more than %d keys", path, maxElements)
	}
	all := make(map[K]V)
	ok := true
	for _, p := range v.Pairs() {
		key, good := s.decodeKey(d, p.Key, path)
		if !good {
			ok = false
			continue
		}
		at := join(path, key)
		d.from(p.Key, at)
		e, good := s.elem.decode(d, p.Value, at)
		all[K(key)] = e
		ok = ok && good
	}
	return all, ok
}

func (s dict[K, V]) decodeKey(d *decoder, n *yamlfile.Node, path string) (string, bool) {
	if s.names == nil {
		return s.key.decode(d, n, "a key of "+path)
	}
	key := n.Resolve().Text
	if !slices.Contains(s.names, key) {
		return "", d.errorf(n, "%s", unknown(s.what, key, path, s.names))
	}
	return key, true
}

func (s dict[K, V]) schema() object {
	o := object{"type": []string{"object", "null"}, "maxProperties": maxElements}
	if s.names == nil {
		o["additionalProperties"] = s.elem.schema()
		o["propertyNames"] = s.key.schema()
		return o
	}
	props := object{}
	for _, name := range s.names {
		props[name] = s.elem.schema()
	}
	o["properties"], o["additionalProperties"] = props, false
	return o
}

func (s dict[K, V]) value(v map[K]V) any {
	all := entries{}
	for _, key := range slices.Sorted(maps.Keys(v)) {
		all = append(all, entry{string(key), s.elem.value(v[key])})
	}
	return all
}

// entries is a mapping in the order in which it is written.
type entries []entry

type entry struct {
	key   string
	value any
}

// record is a mapping with fixed keys.
type record[T any] struct {
	fresh func() T // what holds before the file says anything
	props []property[T]
	// check reports what is wrong between the values. It runs where each for itself is right.
	check func(d *decoder, n *yamlfile.Node, path string, v *T)
	// rules is what check demands, where JSON schema can say it.
	rules object
	// nonempty is the sentence for a record without any key; "" allows it, and null as well.
	nonempty string
}

// property is one key of a record.
type property[T any] interface {
	key() string
	required() bool
	about() string
	sample() string
	decode(d *decoder, n *yamlfile.Node, path string, v *T) bool
	schema(defaults T) object
	value(v *T) any
	empty(v *T) bool
}

// prop is a property whose value has type V.
type prop[T, V any] struct {
	name    string
	doc     string // sentences
	example string // YAML below the key, or behind it in one line
	must    bool
	shape   shape[V]
	ref     func(*T) *V
}

func (p prop[T, V]) key() string    { return p.name }
func (p prop[T, V]) required() bool { return p.must }
func (p prop[T, V]) about() string  { return p.doc }
func (p prop[T, V]) sample() string { return p.example }
func (p prop[T, V]) value(v *T) any { return p.shape.value(*p.ref(v)) }

func (p prop[T, V]) decode(d *decoder, n *yamlfile.Node, path string, v *T) bool {
	value, ok := p.shape.decode(d, n, path)
	if ok {
		*p.ref(v) = value
	}
	return ok
}

func (p prop[T, V]) schema(defaults T) object {
	o := maps.Clone(p.shape.schema())
	if p.doc != "" {
		o["description"] = p.doc
	}
	if !p.empty(&defaults) {
		if value := p.value(&defaults); plain(value) {
			o["default"] = value
		}
	}
	return o
}

// plain reports whether a value is a scalar or a list of scalars.
func plain(value any) bool {
	switch value := value.(type) {
	case entries:
		return false
	case []any:
		return !slices.ContainsFunc(value, func(e any) bool { return !plain(e) })
	}
	return true
}

func (p prop[T, V]) empty(v *T) bool {
	switch value := p.value(v).(type) {
	case nil:
		return true
	case bool:
		return !value
	case string:
		return value == ""
	case int:
		return value == 0
	case float64:
		return value == 0
	case []any:
		return len(value) == 0
	case entries:
		return len(value) == 0
	}
	return false
}

func (s record[T]) keys() []string {
	keys := make([]string, len(s.props))
	for i, p := range s.props {
		keys[i] = p.key()
	}
	return keys
}

func (s record[T]) decode(d *decoder, n *yamlfile.Node, path string) (T, bool) {
	v := s.fresh()
	switch m := n.Resolve(); {
	case n.Null() && s.nonempty == "":
		return v, true
	case !n.Null() && m.Kind != yamlfile.Mapping:
		return v, d.errorf(n, "%s takes a mapping, not %s", path, shown(n))
	case len(n.Pairs()) == 0 && s.nonempty != "":
		return v, d.errorf(n, "%s %s", path, s.nonempty)
	}
	ok := true
	found := make(map[string]bool)
	for _, pair := range n.Pairs() {
		key := pair.Key.Resolve().Text
		i := slices.IndexFunc(s.props, func(p property[T]) bool { return p.key() == key })
		if i < 0 {
			ok = d.errorf(pair.Key, "%s", unknown("key", key, path, s.keys()))
			continue
		}
		found[key] = true
		at := join(path, key)
		d.from(pair.Key, at)
		ok = s.props[i].decode(d, pair.Value, at, &v) && ok
	}
	for _, p := range s.props {
		if p.required() && !found[p.key()] {
			ok = d.errorf(n, "%s needs a %s", path, p.key())
		}
	}
	if before := len(d.problems); ok && s.check != nil {
		s.check(d, n, path, &v)
		ok = len(d.problems) == before
	}
	return v, ok
}

func (s record[T]) schema() object {
	props := object{}
	var required []string
	for _, p := range s.props {
		props[p.key()] = p.schema(s.fresh())
		if p.required() {
			required = append(required, p.key())
		}
	}
	o := object{"type": []string{"object", "null"}, "properties": props, "additionalProperties": false}
	if s.nonempty != "" {
		o["type"], o["minProperties"] = "object", 1
	}
	if required != nil {
		o["required"] = required
	}
	maps.Copy(o, s.rules)
	return o
}

func (s record[T]) value(v T) any {
	all := entries{}
	for _, p := range s.props {
		all = append(all, entry{p.key(), p.value(&v)})
	}
	return all
}
