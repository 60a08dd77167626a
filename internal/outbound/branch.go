package outbound

import (
	"go/ast"
	"slices"
)

// step is one step on the way through the program to something: into a function, a loop or an arm of a branch.
type step struct {
	kind stepKind
	id   uint32 // of the call, loop or branch in the source
	arm  uint32 // of a branch; where a call ends
}

// turn orders steps by when they happen: a call does after those in its arguments.
func (s step) turn() uint32 {
	if s.kind == intoCall || s.kind == intoOther {
		return s.arm
	}
	return s.id
}

type stepKind uint8

const (
	intoCall stepKind = iota
	intoLoop          // what is inside may happen again, as in a function literal
	intoArm
	intoOther // a function of another package
)

// maxWay bounds how long a way may be. What is cut off is taken to happen beside everything else.
const maxWay = 16

// A step into another package is kept, since that package may see all there is to see from there.
func way(parts ...[]step) []step {
	out := slices.Concat(parts...)
	if len(out) <= maxWay {
		return out
	}
	into := func(s step) bool { return s.kind == intoOther }
	if i := slices.IndexFunc(out, into); i >= maxWay {
		out[maxWay-1] = out[i]
	}
	return out[:maxWay]
}

// into goes on in a loop or in an arm of a branch, until the block around it ends or back is called.
func (f *frame) into(kind stepKind, n ast.Node, arm int) (back func()) {
	before := f.way
	f.way = way(before, []step{{kind, uint32(n.Pos()), uint32(arm)}})
	return func() { f.way = before }
}

// called is the step into a function that is called at a node.
func called(n ast.Node) []step {
	return []step{{kind: intoCall, id: uint32(n.Pos()), arm: uint32(n.End())}}
}

// steps are those into the function of the summary.
func (s *subst) steps() []step {
	out := called(s.call)
	if s.sum.pkg != "" {
		out[0].kind = intoOther
	}
	return out
}

// again reports whether something happens on a way more than once to what was made before.
func again(made, way []step) bool {
	i := 0
	for i < len(made) && i < len(way) && made[i] == way[i] {
		i++
	}
	return i > 0 && slices.ContainsFunc(way[i:], func(s step) bool { return s.kind == intoLoop })
}

// alternatives reports whether two things that happen to what was made on a way are never done to the same one: they
// lie in different arms of one branch, and the branch is not passed again while what was made lives.
func alternatives(made, a, b []step) bool {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	if i >= len(a) || i >= len(b) || a[i].kind != intoArm || b[i].kind != intoArm || a[i].id != b[i].id {
		return false
	}
	with := 0
	for with < i && with < len(made) && made[with] == a[with] {
		with++
	}
	return with > 0 && !slices.ContainsFunc(a[with:i], func(s step) bool { return s.kind == intoLoop })
}
