package outbound

import "github.com/reslint/reslint/internal/catalog"

// spread remembers that a struct with something shareable in it is handed to a method of an interface, or to a function
// value, that is not known.
func (f *frame) spread(v value) {
	for _, o := range v.objects() {
		s := structOf(o.typ)
		if s == nil || judged(o.kind) || o.depth >= maxPath {
			continue
		}
		for fld := range s.Fields() {
			if shareable(catalog.KindOf(fld.Type())) {
				f.later(&event{kind: evSpread, client: f.freeze(f.get(o, fld.Name()))})
			}
		}
	}
}

// settleSpread notes what is handed on more than once, in a loop say.
func (w *world) settleSpread(e *event) {
	for _, x := range e.client {
		if fr, ok := x.is.(*frozen); ok && !x.keyed && fr.obj.sym == nil && again(fr.obj.way, e.way) {
			w.seen.spread[fr.obj] = true
		}
	}
}
