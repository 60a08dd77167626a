package settings

// A Builder collects values with flat names into sections.
type Builder struct {
	sections []*Section
	rooted   map[*Section]bool
	database *Value
	twice    []twice
}

// twice is a setting that was added twice.
type twice struct{ first, second *Value }

// NewBuilder returns an empty builder.
func NewBuilder() *Builder { return &Builder{rooted: make(map[*Section]bool)} }

// Add puts a value into the section that the reference names. Of two values for one setting the first counts, unless
// the second one's owner is the system and that of the first is another.
func (b *Builder) Add(r Ref, v *Value) {
	slot := &b.database
	if r.Key != PoolSize {
		sec := (&Set{Sections: b.sections}).Section(r.System)
		if sec == nil {
			sec = &Section{System: r.System, Multiplexed: namesMultiplexed(r.System)}
			b.sections = append(b.sections, sec)
		}
		b.rooted[sec] = b.rooted[sec] || r.Rooted
		slot = &sec.Values[r.Key]
	}
	switch {
	case *slot == nil:
		*slot = v
		return
	case Fold(v.Owner) == Fold(r.System) && Fold((*slot).Owner) != Fold(r.System) && v.Owner != "":
		*slot, v = v, *slot
	}
	b.twice = append(b.twice, twice{first: *slot, second: v})
}

// Fill gives a set the sections that are surely those of external systems: a root in a name says so, or the name is
// none of a server or a database and there is a key that only a unit has.
func (b *Builder) Fill(set *Set) {
	set.Database = b.database
	for _, sec := range b.sections {
		if b.rooted[sec] || plausible(sec) {
			set.Sections = append(set.Sections, sec)
		}
	}
}
