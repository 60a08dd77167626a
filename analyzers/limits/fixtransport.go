package limits

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/gofix"
	"github.com/reslint/reslint/internal/outbound"
)

// limits writes the missing fields into the literal of a transport, or bounds a clone.
func (x *fixer) limits(c *outbound.Construction, missing []string) []analysis.SuggestedFix {
	if c.Default || len(missing) == 0 {
		return nil
	}
	if c.Finite {
		return x.clone(c)
	}
	f, lit := x.literal(c, "Transport")
	if lit == nil {
		return nil
	}
	v, ok := x.fitted(c, lit, missing)
	if !ok {
		return nil
	}
	fields := []gofix.Field{}
	for _, name := range missing {
		if name == "DialContext" {
			fields = append(fields, x.dial(f, lit, c, v.DialTimeout)...)
			continue
		}
		fields = append(fields, gofix.Field{Name: name, Value: limitText(f, v, name, lit.Pos())})
	}
	x.set(f, lit, c, fields)
	return f.Fix("Set " + list(slices.Clone(missing)))
}

func limitText(f *gofix.File, v config.Fix, name string, at token.Pos) string {
	switch name {
	case "MaxConnsPerHost":
		return fmt.Sprint(v.MaxConnsPerHost)
	case "MaxIdleConnsPerHost":
		return fmt.Sprint(v.MaxIdleConnsPerHost)
	case "IdleConnTimeout":
		return f.Duration(v.IdleConnTimeout, at)
	case "TLSHandshakeTimeout":
		return f.Duration(v.TLSHandshakeTimeout, at)
	}
	return f.Duration(v.ResponseHeaderTimeout, at)
}

// fitted are the values that do not contradict what the program has: connect ≤ read ≤ total, and no more idle
// connections than connections. A value that is too long is cut to what the program says, so that nothing ends
// earlier than it does.
func (x *fixer) fitted(c *outbound.Construction, lit *ast.CompositeLit, missing []string) (config.Fix, bool) {
	v := x.values
	for _, s := range c.States {
		if conns := s.Field("MaxConnsPerHost"); conns.Known {
			v.MaxIdleConnsPerHost = int(min(int64(v.MaxIdleConnsPerHost), conns.Value))
		}
		if idle := s.Field("MaxIdleConnsPerHost"); idle.Known && idle.Value > int64(v.MaxConnsPerHost) &&
			slices.Contains(missing, "MaxConnsPerHost") {
			return v, false
		}
	}
	v.MaxIdleConnsPerHost = min(v.MaxIdleConnsPerHost, v.MaxConnsPerHost)
	timed := slices.Contains(missing, "ResponseHeaderTimeout") || slices.Contains(missing, "DialContext")
	if !timed {
		return v, true
	}
	dial := slowestDial(c)
	if slices.Contains(missing, "ResponseHeaderTimeout") {
		v.ResponseHeaderTimeout = max(v.ResponseHeaderTimeout, dial)
		if v.ResponseHeaderTimeout > longRead {
			return v, false
		}
	}
	total, ok := x.totalOver(c, lit, v)
	if !ok || dial > total {
		return v, false
	}
	for _, d := range []*time.Duration{&v.ResponseHeaderTimeout, &v.DialTimeout, &v.TLSHandshakeTimeout} {
		*d = min(*d, total)
	}
	for _, s := range c.States {
		if read := s.Field("ResponseHeaderTimeout"); read.Known {
			v.DialTimeout = min(v.DialTimeout, time.Duration(read.Value))
		}
	}
	return v, true
}

// slowestDial is the longest known timeout of the transport's dialer; 0 if none is known.
func slowestDial(c *outbound.Construction) time.Duration {
	var slowest time.Duration
	for _, s := range c.States {
		if dial := s.Dial(); dial.Known {
			slowest = max(slowest, time.Duration(dial.Value))
		}
	}
	return slowest
}

// noTotal is longer than every value that a fix writes.
const noTotal = 1<<63 - 1

// totalOver is the timeout of the client over a transport. Which client that is can be seen if the transport's literal
// stands within the client's. Otherwise the clients of the package must agree, as far as it matters, and no code
// outside the package may have the transport.
func (x *fixer) totalOver(c *outbound.Construction, lit *ast.CompositeLit, v config.Fix) (time.Duration, bool) {
	if c.Leaves {
		return 0, false
	}
	var totals []time.Duration
	for _, client := range x.model.Constructions {
		if client.Kind != catalog.Client || client.Elsewhere || client.Default {
			continue
		}
		if client.How == outbound.ByLiteral && client.Pos <= lit.Pos() && lit.End() <= client.End {
			totals = totalsOf(client, v)
			break
		}
		if slices.ContainsFunc(client.States, func(s outbound.State) bool { return len(s.Pool().Own) > 0 }) {
			totals = append(totals, totalsOf(client, v)...)
		}
	}
	slices.Sort(totals)
	totals = slices.Compact(totals)
	switch len(totals) {
	case 0:
		return noTotal, true
	case 1:
		return totals[0], true
	}
	return 0, false
}

// totalsOf are the known timeouts of a client, where one that is longer than all that a fix would write is none.
func totalsOf(c *outbound.Construction, v config.Fix) []time.Duration {
	longest := max(v.ResponseHeaderTimeout, v.DialTimeout, v.TLSHandshakeTimeout)
	var out []time.Duration
	for _, s := range c.States {
		f := s.Field("Timeout")
		total := time.Duration(noTotal)
		if f.Known && time.Duration(f.Value) < longest {
			total = time.Duration(f.Value)
		}
		out = append(out, total)
	}
	return out
}

// dial gives the dialer of the literal a timeout, or returns the fields that give the literal a dialer.
func (x *fixer) dial(f *gofix.File, lit *ast.CompositeLit, c *outbound.Construction, timeout time.Duration) []gofix.Field {
	for _, name := range []string{"DialContext", "Dial"} {
		if kv, _ := gofix.Key(lit, name); kv != nil {
			if dialer := x.dialer(kv.Value); dialer != nil && stands(c, name, kv) {
				f.AddFields(dialer, []gofix.Field{{Name: "Timeout", Value: f.Duration(timeout, kv.Pos())}})
			} else {
				f.Fail()
			}
			return nil
		}
	}
	for _, name := range []string{"DialContext", "Dial", "DialTLSContext", "DialTLS"} {
		if st, ok := agreed(c, name); !ok || st != outbound.Unset {
			f.Fail()
			return nil
		}
	}
	fields := []gofix.Field{{Name: "DialContext", Value: fmt.Sprintf("(&%s{Timeout: %s, KeepAlive: %s}).DialContext",
		f.Name("net", "Dialer", lit.Pos()), f.Duration(timeout, lit.Pos()), f.Duration(keepAlive, lit.Pos()))}}
	lost, ok := losesHTTP2(c)
	if !ok {
		f.Fail()
	}
	if lost {
		fields = append(fields, gofix.Field{Name: "ForceAttemptHTTP2", Value: "true"})
	}
	return fields
}

const keepAlive = 30 * time.Second // of the dialer of http.DefaultTransport

// losesHTTP2 reports whether a transport that speaks HTTP/2 would not do so any more once it has a dialer of its own.
// ok is false where that cannot be told, or cannot be helped.
func losesHTTP2(c *outbound.Construction) (lost, ok bool) {
	for _, name := range []string{"TLSClientConfig", "Protocols", "TLSNextProto", "ForceAttemptHTTP2"} {
		st, ok := agreed(c, name)
		if !ok || name == "ForceAttemptHTTP2" && st == outbound.IsZero {
			return false, false
		}
		if st == outbound.IsSet { // on or off, whoever dials
			return false, true
		}
	}
	return true, true
}

// dialer is the net.Dialer literal without a timeout of a method value that is written in one expression.
func (x *fixer) dialer(e ast.Expr) *ast.CompositeLit {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	addr, ok := ast.Unparen(sel.X).(*ast.UnaryExpr)
	if !ok {
		return nil
	}
	lit, ok := ast.Unparen(addr.X).(*ast.CompositeLit)
	if !ok || !x.is(lit, "net", "Dialer") {
		return nil
	}
	for _, name := range []string{"Timeout", "Deadline"} {
		if kv, named := gofix.Key(lit, name); !named || kv != nil {
			return nil
		}
	}
	return lit
}

// clone bounds a transport with finite defaults that a statement of its own assigns to a variable, in the next line.
func (x *fixer) clone(c *outbound.Construction) []analysis.SuggestedFix {
	if st, ok := agreed(c, "MaxConnsPerHost"); !ok || st != outbound.Unset || c.How != outbound.ByCall {
		return nil
	}
	for _, s := range c.States {
		if idle := s.Field("MaxIdleConnsPerHost"); idle.Known && idle.Value > int64(x.values.MaxConnsPerHost) {
			return nil
		}
	}
	f := x.files.Open(c.Pos)
	if f == nil {
		return nil
	}
	name, stmt := x.assigned(f, c)
	if stmt == nil || !f.Alone(stmt.End()) {
		return nil
	}
	set := fmt.Sprintf("%s.MaxConnsPerHost = %d", name.Name, x.values.MaxConnsPerHost)
	next := f.LineStart(f.Line(stmt.End()) + 1)
	f.Replace(next, next, f.Indent(stmt.Pos())+set+"\n")
	return f.Fix("Set MaxConnsPerHost to " + fmt.Sprint(x.values.MaxConnsPerHost))
}

// assigned is the variable that a call's result is assigned to, and the statement that does nothing else.
func (x *fixer) assigned(f *gofix.File, c *outbound.Construction) (*ast.Ident, ast.Stmt) {
	path := f.Path(c.Pos, c.End)
	for len(path) > 0 && path[0].Pos() == c.Pos && path[0].End() == c.End {
		path = path[1:]
	}
	var left, right ast.Expr
	var stmt ast.Stmt
	switch s := nth(path, 0).(type) {
	case *ast.AssignStmt:
		if len(s.Lhs) == 1 && len(s.Rhs) == 1 {
			left, right, stmt = s.Lhs[0], s.Rhs[0], s
			path = path[1:]
		}
	case *ast.ValueSpec:
		if decl, ok := nth(path, 2).(*ast.DeclStmt); ok && len(s.Names) == 1 && len(s.Values) == 1 &&
			!nth(path, 1).(*ast.GenDecl).Lparen.IsValid() {
			left, right, stmt = s.Names[0], s.Values[0], decl
			path = path[3:]
		}
	}
	name, ok := left.(*ast.Ident)
	if !ok || name.Name == "_" || right.Pos() != c.Pos || right.End() != c.End || !x.pointsToTransport(name) {
		return nil, nil
	}
	switch nth(path, 0).(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause: // elsewhere it is a part of another statement
		return name, stmt
	}
	return nil, nil
}

// nth is a node of a path, or nil.
func nth(path []ast.Node, i int) ast.Node {
	if i < len(path) {
		return path[i]
	}
	return nil
}
