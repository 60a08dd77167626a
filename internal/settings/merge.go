package settings

import "slices"

// overlay lays sets over each other: a value of a later one replaces that of an earlier one. The sets stay as they
// are.
func overlay(name string, layers ...*Set) *Set {
	out := &Set{Name: name}
	for _, layer := range layers {
		for _, f := range layer.Files {
			if !slices.Contains(out.Files, f) {
				out.Files = append(out.Files, f)
			}
		}
		if layer.Database != nil {
			out.Database = layer.Database
		}
		for _, sec := range layer.Sections {
			into := out.Section(sec.System)
			if into == nil {
				into = &Section{System: sec.System}
				out.Sections = append(out.Sections, into)
			}
			into.Multiplexed = into.Multiplexed || sec.Multiplexed
			for k, v := range sec.Values {
				if v != nil {
					into.Values[k] = v
				}
			}
		}
	}
	return out
}

// Meet reports whether two sets speak of one system, so that they belong to one program.
func Meet(a, b *Set) bool {
	if a.Empty() || b.Empty() {
		return false
	}
	return slices.ContainsFunc(a.Sections, func(s *Section) bool { return b.Section(s.System) != nil })
}

// Over lays a settings file over the defaults in code: what the file says counts, and where it differs from a default
// the value knows it.
func Over(defaults, file *Set) *Set {
	out := overlay(file.Name, defaults, file)
	out.Profile = file.Profile
	out.Database = drift(defaults.Database, out.Database)
	for _, sec := range out.Sections {
		from := defaults.Section(sec.System)
		if from == nil {
			continue
		}
		if file.Section(sec.System) != nil {
			sec.System = file.Section(sec.System).System
		}
		for k := range sec.Values {
			sec.Values[k] = drift(from.Values[k], sec.Values[k])
		}
	}
	return out
}

// drift returns a value that knows the default which it replaces.
func drift(from, v *Value) *Value {
	if from == nil || v == nil || !from.Known || from.Count == v.Count && from.Duration == v.Duration {
		return v
	}
	known := *v
	known.Overrides = from
	return &known
}
