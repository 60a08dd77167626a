package settings

import "slices"

// A Builder collects values with flat names into sections.
type Builder struct {
	sections []*Section
	rooted   map[*Section]bool
	database *Value
	rivals   bool // several database pools have equally short names, so that nobody knows which one is meant
	twice    []twice
}

// twice is a setting that was added twice.
type twice struct{ first, second *Value }

// NewBuilder returns an empty builder.
func NewBuilder() *Builder { return &Builder{rooted: make(map[*Section]bool)} }

// Add puts a value into the section that the reference names. Of two values for one setting the first counts, unless
// the second one's owner is the system and that of the first is another. Of several database pools the one with the
// shortest name counts, which is the program's own: DATABASE_POOL_SIZE before REPORTS_DATABASE_POOL_SIZE.
func (b *Builder) Add(r Ref, v *Value) {
	if r.Key == PoolSize {
		b.addDatabase(v)
		return
	}
	sec := (&Set{Sections: b.sections}).Section(r.System)
	if sec == nil {
		sec = &Section{System: r.System, Multiplexed: namesMultiplexed(r.System)}
		b.sections = append(b.sections, sec)
	}
	b.rooted[sec] = b.rooted[sec] || r.Rooted
	slot := &sec.Values[r.Key]
	switch {
	case *slot == nil:
		*slot = v
		return
	case Fold(v.Owner) == Fold(r.System) && Fold((*slot).Owner) != Fold(r.System) && v.Owner != "":
		*slot, v = v, *slot
	}
	b.twice = append(b.twice, twice{first: *slot, second: v})
}

func (b *Builder) addDatabase(v *Value) {
	if b.database == nil {
		b.database = v
		return
	}
	first, second := Words(b.database.Name), Words(v.Name)
	switch {
	case slices.Equal(first, second):
		b.twice = append(b.twice, twice{first: b.database, second: v})
	case len(second) < len(first):
		b.database, b.rivals = v, false
	case len(second) == len(first):
		b.rivals = true
	}
}

// Fill gives a set the sections that are surely those of external systems: a root in a name says so, or the name is
// none of a server or a database and there is a key that only a unit has.
func (b *Builder) Fill(set *Set) {
	if !b.rivals {
		set.Database = b.database
	}
	for _, sec := range b.sections {
		if b.rooted[sec] || plausible(sec) {
			set.Sections = append(set.Sections, sec)
		}
	}
}
