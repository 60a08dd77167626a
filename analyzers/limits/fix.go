package limits

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/gofix"
	"github.com/reslint/reslint/internal/outbound"
)

// A fixer makes suggested fixes. It makes one only if the finding is gone after it, and no other comes of the values
// that it writes.
type fixer struct {
	pass   *analysis.Pass
	model  *outbound.Model
	values config.Fix
	files  *gofix.Opener
	bodies *bodies
}

// newFixer fills in the values that the options leave out.
func newFixer(pass *analysis.Pass, model *outbound.Model, v config.Fix) *fixer {
	d := config.Default().Fix
	return &fixer{pass: pass, model: model, files: gofix.NewOpener(pass), bodies: newBodies(pass, model), values: config.Fix{
		Timeout:               cmp.Or(v.Timeout, d.Timeout),
		DialTimeout:           cmp.Or(v.DialTimeout, d.DialTimeout),
		TLSHandshakeTimeout:   cmp.Or(v.TLSHandshakeTimeout, d.TLSHandshakeTimeout),
		ResponseHeaderTimeout: cmp.Or(v.ResponseHeaderTimeout, d.ResponseHeaderTimeout),
		IdleConnTimeout:       cmp.Or(v.IdleConnTimeout, d.IdleConnTimeout),
		MaxConnsPerHost:       cmp.Or(v.MaxConnsPerHost, d.MaxConnsPerHost),
		MaxIdleConnsPerHost:   cmp.Or(v.MaxIdleConnsPerHost, d.MaxIdleConnsPerHost),
	}}
}

// timeout writes Timeout into the literal of a client, or has a default client's request go through another one. A
// client that code which is not seen here gets hold of may serve streams or long transfers there, which a total timeout
// cuts, and so may one whose answers' bodies leave the functions that ask for them.
func (x *fixer) timeout(c *outbound.Construction) []analysis.SuggestedFix {
	if c.Default {
		return x.clientAtHand(c)
	}
	if c.Stream || c.Lent || c.Kind != catalog.Client || !x.timeoutFits(c) || x.bodies.leave(c) {
		return nil
	}
	f, lit := x.literal(c, "Client")
	if lit == nil {
		return nil
	}
	value := f.Duration(x.values.Timeout, lit.Pos())
	x.set(f, lit, c, []gofix.Field{{Name: "Timeout", Value: value}})
	return f.Fix("Set Timeout to " + value)
}

// timeoutFits reports whether the timeout contradicts nothing that is known: a deadline around a call says how long
// that call may take, and no phase of a call can last longer than all of it.
func (x *fixer) timeoutFits(c *outbound.Construction) bool {
	if slices.ContainsFunc(c.Requests, func(q outbound.Request) bool { return q.Bound == outbound.Deadline }) {
		return false
	}
	for _, s := range c.States {
		for _, t := range s.Pool().Own {
			for _, phase := range []outbound.Field{t.Field("ResponseHeaderTimeout"), t.Dial()} {
				if phase.Known && time.Duration(phase.Value) > x.values.Timeout {
					return false
				}
			}
		}
	}
	return true
}

// set writes fields into the literal of a construction: new ones, or over the zeros that it has. It fails where code
// elsewhere decides about a field.
func (x *fixer) set(f *gofix.File, lit *ast.CompositeLit, c *outbound.Construction, fields []gofix.Field) {
	var fresh []gofix.Field
	for _, field := range fields {
		kv, named := gofix.Key(lit, field.Name)
		st, ok := agreed(c, field.Name)
		switch {
		case !named || !ok:
			f.Fail()
		case kv == nil && st == outbound.Unset:
			fresh = append(fresh, field)
		case kv != nil && st == outbound.IsZero && stands(c, field.Name, kv) && x.plainZero(kv.Value):
			f.Replace(kv.Value.Pos(), kv.Value.End(), field.Value)
		default:
			f.Fail()
		}
	}
	f.AddFields(lit, fresh)
}

// agreed is the status of a field, if it is the same in every state.
func agreed(c *outbound.Construction, field string) (st outbound.Status, ok bool) {
	for i, s := range c.States {
		now := s.Field(field).Status
		if now == outbound.SomePath || i > 0 && now != st {
			return outbound.Unset, false
		}
		st = now
	}
	return st, len(c.States) > 0
}

// stands reports whether what the literal gives a field is what it has in every state.
func stands(c *outbound.Construction, field string, kv *ast.KeyValueExpr) bool {
	return !slices.ContainsFunc(c.States, func(s outbound.State) bool {
		f := s.Field(field)
		return f.Pos < kv.Pos() || f.Pos >= kv.End()
	})
}

// plainZero reports whether an expression is a constant 0 that names nothing but what is in package time: a constant of
// the program's own is a decision, and its last use keeps an import alive. So is a number below 0: as
// MaxIdleConnsPerHost it says that no connection is kept.
func (x *fixer) plainZero(e ast.Expr) bool {
	v := x.pass.TypesInfo.Types[e].Value
	if v == nil || v.Kind() != constant.Int && v.Kind() != constant.Float || constant.Sign(v) != 0 {
		return false
	}
	plain := true
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		obj := x.pass.TypesInfo.Uses[id]
		if p, ok := obj.(*types.PkgName); ok {
			plain = plain && p.Imported().Path() == "time"
		} else if obj != nil && obj.Pkg() != nil {
			plain = plain && obj.Pkg().Path() == "time"
		}
		return true
	})
	return plain
}

// literal is the struct literal of net/http's type that a construction is, with its file.
func (x *fixer) literal(c *outbound.Construction, typ string) (*gofix.File, *ast.CompositeLit) {
	if c.How != outbound.ByLiteral {
		return nil, nil
	}
	f := x.files.Open(c.Pos)
	if f == nil {
		return nil, nil
	}
	for _, n := range f.Path(c.Pos, c.End) {
		if lit, ok := n.(*ast.CompositeLit); ok && lit.End() == c.End && x.is(lit, "net/http", typ) {
			return f, lit
		}
	}
	return nil, nil
}

// is reports whether an expression has exactly the named type, or points to it: so does a literal in a list of
// pointers that leaves out its type.
func (x *fixer) is(e ast.Expr, path, name string) bool {
	t := x.pass.TypesInfo.TypeOf(e)
	if t == nil {
		return false
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path
}
