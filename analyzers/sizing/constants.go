package sizing

import (
	"go/token"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/poolsize"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/settings"
)

// Constants returns an Options.Constants that reads the sizes in code from the results of a model. Replicas are those
// of the settings.
func Constants(model *analysis.Analyzer, replicas int) func(*analysis.Pass) []*settings.Set {
	return func(pass *analysis.Pass) []*settings.Set {
		m := pass.ResultOf[model].(*outbound.Model)
		c := constants{fset: pass.Fset}
		name := pass.Pkg.Path()
		sets := []*settings.Set{c.units(name, m), c.transports(name, m)}
		for _, db := range m.Databases {
			sets = append(sets, c.total(name, m, c.database(db)))
		}
		for _, db := range m.Program.Databases {
			if v := c.imported(pass, db); v != nil && !poolsize.OverBudget(poolsize.Times(db.Sum, replicas), int(db.Size)) {
				sets = append(sets, c.total(name, m, v))
			}
		}
		return sets
	}
}

// imported is the size of a database pool of another package, at the import that leads to it.
func (c constants) imported(pass *analysis.Pass, db outbound.ImportedDatabase) *settings.Value {
	for _, f := range pass.Files {
		for _, spec := range f.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil && !rule.TestFile(pass.Fset, f) && path == db.Via.Path() {
				return c.database(outbound.DatabasePool{Place: outbound.Place{Pos: spec.Pos(), End: spec.End()}, Size: db.Size})
			}
		}
	}
	return nil
}

type constants struct{ fset *token.FileSet }

// units are the structs that hold a pool and a bulkhead: their sizes have to fit each other. A finding about them
// stands where the unit is made.
func (c constants) units(name string, m *outbound.Model) *settings.Set {
	set := &settings.Set{Name: name}
	for _, s := range m.Sized {
		sec := &settings.Section{System: systemName(s.System)}
		sec.Values[settings.MaxConcurrent] = c.value(settings.MaxConcurrent, s.Concurrent, s.Place)
		sec.Values[settings.MaxConnections] = c.value(settings.MaxConnections, s.Connections, s.Place)
		set.Sections = append(set.Sections, sec)
	}
	return set
}

// transports are the pools by themselves: their own limits have to fit each other.
func (c constants) transports(name string, m *outbound.Model) *settings.Set {
	set := &settings.Set{Name: name}
	for _, t := range m.Constructions {
		if t.Kind != catalog.Transport || t.Default || t.Elsewhere {
			continue
		}
		for _, s := range t.States {
			conns, idle := s.Field("MaxConnsPerHost"), s.Field("MaxIdleConnsPerHost")
			if !conns.Known || !idle.Known {
				continue
			}
			at := outbound.Place{Pos: idle.Pos, End: idle.End}
			if !at.Pos.IsValid() {
				at = outbound.Place{Pos: t.Pos, End: t.End}
			}
			sec := &settings.Section{System: "the transport"}
			sec.Values[settings.MaxConnections] = c.value(settings.MaxConnections, conns, at)
			sec.Values[settings.MaxKeepalive] = c.value(settings.MaxKeepalive, idle, at)
			set.Sections = append(set.Sections, sec)
			break
		}
	}
	return set
}

// total is all pools of the package together, those that it has from constructors of other packages included, against
// the database pool.
func (c constants) total(name string, m *outbound.Model, db *settings.Value) *settings.Set {
	set := &settings.Set{Name: name}
	for _, p := range m.Pools {
		sec := &settings.Section{System: systemName(p.System)}
		sec.Values[settings.MaxConnections] = c.value(settings.MaxConnections, p.Connections, p.Place)
		set.Sections = append(set.Sections, sec)
	}
	set.Database = db
	return set
}

func (c constants) database(db outbound.DatabasePool) *settings.Value {
	return c.value(settings.PoolSize, outbound.Field{Status: outbound.IsSet, Known: true, Value: db.Size}, db.Place)
}

func (c constants) value(key settings.Key, f outbound.Field, at outbound.Place) *settings.Value {
	start, stop := c.fset.Position(at.Pos), c.fset.Position(at.End)
	return &settings.Value{Key: key, Text: strconv.FormatInt(f.Value, 10), Known: f.Known && f.Value > 0 && f.Value <= 1<<30,
		Count: int(f.Value), Source: settings.FromCode, File: start.Filename,
		Place: rule.Place{Pos: at.Pos, End: at.End, Start: start, Stop: stop}}
}

// systemName is what a system is called in messages.
func systemName(name string) string {
	if name == "" {
		return "the unit"
	}
	return name
}
