package sizing

import (
	"go/token"
	"reflect"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/settings"
)

// Code is what constants in one package say of sizes and timeouts, for people to look at.
type Code struct {
	Units     []Unit            // in order of position
	Databases []*settings.Value // the size of each database pool, in order of position
}

// A Unit is what constants say of one unit: at least one value is known. The system is "" where nothing says it.
type Unit struct {
	settings.Section
	Made []token.Position // where its parts are constructed, in whichever package
}

// Covers reports whether v is the unit u again, seen from a package that calls the one which makes it: they have a
// part in common, and v has each value that is known of u.
func (v Unit) Covers(u Unit) bool {
	if !slices.ContainsFunc(u.Made, func(p token.Position) bool { return slices.Contains(v.Made, p) }) {
		return false
	}
	for k, x := range u.Values {
		if x != nil && x.Known && !same(x, v.Values[k]) {
			return false
		}
	}
	return true
}

func same(x, y *settings.Value) bool {
	return x != nil && y != nil && x.Known && y.Known && x.Count == y.Count && x.Duration == y.Duration
}

// From returns v with the places of u, which it covers, for the values that are the same, or are not known in either:
// u's package writes them.
func (v Unit) From(u Unit) Unit {
	for k, x := range u.Values {
		if y := v.Values[k]; same(x, y) || x != nil && y != nil && !x.Known && !y.Known {
			v.Values[k] = x
		}
	}
	return v
}

// Reader returns an analyzer that judges nothing: its result is a *Code, from the results of a model.
func Reader(model *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "rescode",
		Doc:        "read the sizes and timeouts that are constants in code",
		URL:        rule.PageURL,
		Requires:   []*analysis.Analyzer{model},
		ResultType: reflect.TypeFor[*Code](),
		Run: func(pass *analysis.Pass) (any, error) {
			return readCode(pass.ResultOf[model].(*outbound.Model), constants{fset: pass.Fset}), nil
		},
	}
}

func readCode(m *outbound.Model, c constants) *Code {
	code := new(Code)
	for _, l := range m.Limits {
		u := Unit{Section: settings.Section{System: l.System}, Made: l.Made}
		for k, f := range map[settings.Key]outbound.Field{
			settings.MaxConcurrent: l.Concurrent, settings.MaxConnections: l.Connections, settings.MaxKeepalive: l.Keepalive,
			settings.ConnectTimeout: l.Connect, settings.ReadTimeout: l.Read, settings.TotalTimeout: l.Total,
		} {
			if f.Set() {
				u.Values[k] = c.own(k, f, l.Place)
			}
		}
		if !u.Empty() {
			code.Units = append(code.Units, u)
		}
	}
	for _, db := range m.Databases {
		code.Databases = append(code.Databases, c.database(db))
	}
	slices.SortStableFunc(code.Databases, func(a, b *settings.Value) int { return int(a.Place.Pos - b.Place.Pos) })
	return code
}

// own is a value that stands where it is written or, where another package or nobody writes it, at the unit.
func (c constants) own(k settings.Key, f outbound.Field, unit outbound.Place) *settings.Value {
	at := outbound.Place{Pos: f.Pos, End: f.End}
	if !at.Pos.IsValid() {
		at = unit
	}
	v := c.value(k, f, at)
	if k.Timeout() {
		v.Count, v.Duration, v.Known = 0, time.Duration(f.Value), f.Known && f.Value > 0
		v.Text = v.Duration.String()
	}
	if !v.Known {
		v.Text, v.Count, v.Duration = "", 0, 0
	}
	return v
}
