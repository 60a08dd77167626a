package outbound

import (
	"go/types"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
)

// noteSend remembers through which clients a function sends.
func (f *frame) noteSend(e *event) {
	if e.kind != evSend || e.where.IsValid() {
		return
	}
	for _, x := range e.client {
		var o *object
		switch a := x.is.(type) {
		case *frozen:
			o = a.obj
		case *object:
			o = a
		}
		if o == nil {
			continue
		}
		if f.sentBy == nil {
			f.sentBy, f.sent = make(map[*object][]*loop), make(map[string]bool)
		}
		f.sentBy[o] = append(append(f.sentBy[o], nil), e.loops...)
		if key := locationOf(o); key != "" {
			f.sent[key] = true
		}
	}
}

// settlePerCall finds clients over a pool of their own that a function builds, calls through and drops.
func (f *frame) settlePerCall(sum *summary) {
	if f.top() || f.w.capture != nil || len(f.sentBy) == 0 {
		return
	}
	often := f.perRequest()
	var kept map[*object]bool
	for _, o := range f.fresh {
		sent := f.sentBy[o]
		if !pooled(o.kind) || sent == nil || o.dropped || o.shared || !often && !f.inLoop(o, sent) {
			continue
		}
		if kept == nil {
			kept = f.kept(sum)
		}
		if kept[o] || f.closesIdle(o) || !f.ownPool(o) {
			continue
		}
		o.dropped = true
		at := o.born
		if !at.known() {
			if o.site == nil || o.site.foreign {
				continue
			}
			at = o.site.span
		}
		if !f.w.isRunOnce(at) {
			f.w.seen.perCall = append(f.w.seen.perCall, at)
		}
	}
}

// pooled reports whether requests can be sent through a kind that has connections of a pool.
func pooled(k catalog.Kind) bool {
	return k == catalog.Client || k == catalog.ReverseProxy || k == catalog.Transport
}

// isRunOnce reports whether a place is in a literal that runs once.
func (w *world) isRunOnce(at span) bool {
	for lit := range w.once {
		if lit.Pos() <= at.Pos() && at.Pos() < lit.End() {
			return true
		}
	}
	return false
}

// inLoop reports whether a client is made, used and dropped in one round of a loop. One that something else holds may
// be used in later rounds.
func (f *frame) inLoop(o *object, sent []*loop) bool {
	if o.loop == nil || o.loop.max > 0 || !slices.Contains(sent, o.loop) {
		return false
	}
	for _, h := range f.fresh {
		if h.kind != catalog.None {
			continue
		}
		for _, x := range f.st.fields(h) {
			if slices.Contains(x.is.objects(), o) {
				return false
			}
		}
	}
	return true
}

// closesIdle reports whether a function closes the connections that nothing uses any more, on some path at least.
func (f *frame) closesIdle(o *object) bool {
	return fieldOf(f.st.fields(o).of(catalog.ClosesIdle)).Status != Unset
}

// ownPool reports whether a client's connections come from a transport that was made with it.
func (f *frame) ownPool(o *object) bool {
	v := one(o)
	if o.kind != catalog.Transport {
		var ok bool
		if v, ok = f.st.fields(o).get("Transport"); !ok { // by the name that net/http has for it
			v = f.initial(o, "Transport")
		}
	}
	for depth := 0; depth < maxWrap && len(v) == 1; depth++ {
		t, ok := v[0].is.(*object)
		if !ok || t.sym != nil || t.shared || t.lasting {
			return false
		}
		if t.kind == catalog.Transport {
			off := fieldOf(f.get(t, "DisableKeepAlives"))
			return (off.Status == Unset || off.Status == IsZero) && !f.closesIdle(t)
		}
		if t.kind != catalog.Wrapper {
			return false
		}
		v = f.get(t, "Base")
	}
	return false
}

// kept finds what lives longer than the call: it is returned, or put where it stays.
func (f *frame) kept(sum *summary) map[*object]bool {
	seen := make(map[*object]bool)
	f.reachKept(sum, f.results, seen)
	return seen
}

// perRequest reports whether a function runs for each call that the program makes or serves: a handler, a method of an
// adapter, what one of these calls, or a literal in it.
func (f *frame) perRequest() bool {
	if f.fn == nil {
		return f.sig != nil && handles(f.sig) || f.within != nil && f.w.perRequest(f.within)
	}
	return f.w.perRequest(f.fn)
}

func (w *world) perRequest(fn *types.Func) bool {
	level, seen := []*types.Func{fn}, map[*types.Func]bool{fn: true}
	for depth := 0; depth <= maxPath && len(level) > 0; depth++ {
		var next []*types.Func
		for _, fn := range level {
			often, known := w.often(fn)
			if often {
				return true
			}
			if known {
				continue
			}
			for _, by := range w.users[fn] {
				if !seen[by] {
					seen[by] = true
					next = append(next, by)
				}
			}
		}
		level = next
	}
	return false
}

// often reports what a function alone tells, if it tells anything.
func (w *world) often(fn *types.Func) (often, known bool) {
	if handles(fn.Signature()) {
		return true, true
	}
	for _, p := range startWords {
		if strings.HasPrefix(strings.ToLower(fn.Name()), p) {
			return false, true
		}
	}
	if owner := w.consumerOf(fn); owner.Type != "" {
		return w.tells(owner), true
	}
	return false, false
}

// startWords begin the names of functions that are called once, before the work.
var startWords = []string{"new", "init", "connect", "open", "start", "run", "configure", "build", "make", "setup", "main"}

// handles reports whether a function answers one request: of net/http or of a web framework.
func handles(sig *types.Signature) bool { return servesHTTP(sig) || takesHandlerContext(sig) }

// takesHandlerContext reports whether a function takes the request context of a web framework.
func takesHandlerContext(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if isHandlerContext(p.Type()) {
			return true
		}
	}
	return false
}

// isHandlerContext reports whether a type is the request context of a web framework.
func isHandlerContext(t types.Type) bool {
	n := gotypes.Named(t)
	if n == nil || n.Obj().Pkg() == nil || n.Obj().Name() != "Context" && n.Obj().Name() != "Ctx" {
		return false
	}
	path := n.Obj().Pkg().Path()
	return strings.HasPrefix(path, "github.com/gin-gonic/gin") || strings.HasPrefix(path, "github.com/labstack/echo") ||
		strings.HasPrefix(path, "github.com/gofiber/fiber")
}
