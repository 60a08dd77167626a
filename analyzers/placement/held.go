package placement

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/reslint/reslint/internal/catalog"
)

// kinds is a set of wrapper kinds.
type kinds uint8

const (
	breaker kinds = 1 << iota
	bulkhead
	both = breaker | bulkhead
)

func kindSet(k catalog.Kind) kinds {
	switch k {
	case catalog.Breaker:
		return breaker
	case catalog.Bulkhead:
		return bulkhead
	}
	return 0
}

// String names the set for a message.
func (k kinds) String() string {
	switch k {
	case breaker:
		return "circuit breaker"
	case bulkhead:
		return "bulkhead"
	}
	return "circuit breaker and bulkhead"
}

// maxDepth bounds how deep structs are looked into.
const maxDepth = 4

// heldIn returns the kinds of wrappers that a value of a type is or holds.
func heldIn(t types.Type, depth int) kinds {
	if k := kindSet(catalog.KindOf(t)); k != 0 || depth > maxDepth {
		return k
	}
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Pointer:
		return heldIn(u.Elem(), depth+1)
	case *types.Map:
		return heldIn(u.Elem(), depth+1)
	case *types.Slice:
		return heldIn(u.Elem(), depth+1)
	case *types.Struct:
		var k kinds
		for f := range u.Fields() {
			k |= heldIn(f.Type(), depth+1)
		}
		return k
	}
	return 0
}

// deadIn returns the kinds of wrappers in the fields of a type that are set and never looked at: nothing enters them,
// and what they are set to has no other use, as it has in a round tripper that enters them.
func (p *pack) deadIn(t *types.TypeName) kinds {
	s, ok := t.Type().Underlying().(*types.Struct)
	if !ok {
		return 0
	}
	var k kinds
	for f := range s.Fields() {
		fk := kindSet(catalog.KindOf(f.Type()))
		if fk == 0 || f.Exported() || f.Embedded() {
			continue
		}
		if p.reads == nil {
			p.readVariables()
		}
		if p.reads[f] {
			return 0
		}
		k |= fk
	}
	return k
}

// readVariables finds the fields and variables that are more than set, or set to something that has another use.
func (p *pack) readVariables() {
	p.reads = make(map[*types.Var]bool)
	written := make(map[*ast.Ident]bool)
	from := make(map[*types.Var][]*types.Var)
	for _, f := range p.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				p.elements(n, written, from)
			case *ast.AssignStmt:
				for _, l := range n.Lhs {
					if sel, ok := ast.Unparen(l).(*ast.SelectorExpr); ok {
						written[sel.Sel] = true
					}
				}
			}
			return true
		})
	}
	for id, obj := range p.info.Uses {
		if v, ok := obj.(*types.Var); ok && !written[id] {
			p.reads[v] = true
		}
	}
	held := make(map[*types.Var]int)
	for _, vars := range from {
		for _, v := range vars {
			held[v]++
		}
	}
	for field, vars := range from {
		for _, v := range vars {
			p.reads[field] = p.reads[field] || p.reads[v] || held[v] > 1
		}
	}
}

// elements notes which fields a literal sets, and from which variables.
func (p *pack) elements(l *ast.CompositeLit, written map[*ast.Ident]bool, from map[*types.Var][]*types.Var) {
	s, ok := p.info.TypeOf(l).Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, e := range l.Elts {
		var field *types.Var
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			id, _ := kv.Key.(*ast.Ident)
			written[id] = true
			field, e = p.variable(kv.Key), kv.Value
		} else if i < s.NumFields() {
			field = s.Field(i)
		}
		id, ok := ast.Unparen(e).(*ast.Ident)
		if v := p.variable(e); ok && v != nil && field != nil {
			written[id] = true
			from[field] = append(from[field], v)
		}
	}
}

// isLock reports whether a field holds a semaphore with one permit: a lock, which bounds no calls.
func (p *pack) isLock(field *types.Var) bool {
	if p.single == nil {
		p.readPermits()
	}
	return p.single[field.Origin()]
}

// readPermits finds the fields that semaphores are put into, and how many permits they are made with.
func (p *pack) readPermits() {
	p.single = make(map[*types.Var]bool)
	note := func(to, val ast.Expr) {
		c, ok := ast.Unparen(val).(*ast.CallExpr)
		v := p.variable(to)
		if !ok || v == nil || len(c.Args) != 1 {
			return
		}
		if fn := p.callee(c); fn == nil || fn.FullName() != "golang.org/x/sync/semaphore.NewWeighted" {
			return
		}
		n, exact := int64(0), false
		if size := p.info.Types[c.Args[0]].Value; size != nil {
			n, exact = constant.Int64Val(constant.ToInt(size))
		}
		one, seen := p.single[v.Origin()]
		p.single[v.Origin()] = exact && n == 1 && (one || !seen)
	}
	for _, f := range p.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				note(n.Key, n.Value)
			case *ast.AssignStmt:
				for i := range min(len(n.Lhs), len(n.Rhs)) {
					note(n.Lhs[i], n.Rhs[i])
				}
			}
			return true
		})
	}
}
