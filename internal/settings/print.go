package settings

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/reslint/reslint/internal/poolsize"
	"github.com/reslint/reslint/internal/rule"
)

// WriteText prints what was read as a table for each set, with where it comes from, the sum of connections and the
// budget that the database pool leaves. A value that is not known is printed as it is written, after a question mark,
// which stands alone where code computes it; a system that nothing names is a dash. Characters that are not safe to
// print become escapes.
func WriteText(w io.Writer, sets []*Set, o Options) error {
	if len(sets) == 0 {
		_, err := fmt.Fprintln(w, nothing(o))
		return err
	}
	for i, s := range sets {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := writeSet(w, s, o); err != nil {
			return err
		}
	}
	return nil
}

// nothing says where settings were looked for, and how to say where they are.
func nothing(o Options) string {
	where := fmt.Sprintf("the YAML files of the module root, %s and %s, .env",
		strings.Join(folders[1:len(folders)-1], ", "), folders[len(folders)-1])
	if o.Paths != nil || len(o.Profiles) > 0 {
		where = "the files that settings names"
	}
	roots := o.Roots
	if roots == nil {
		roots = []string{DefaultRoot}
	}
	return fmt.Sprintf("no settings found: %s and the code have no section of a system below %s\n"+
		"settings.paths and settings.roots in .reslint.yaml say where else they are, settings.keys what else they are called",
		where, rule.Sanitize(strings.Join(roots, " or ")))
}

var columns = []struct {
	key   Key
	title string
}{
	{MaxConcurrent, "concurrent"}, {MaxConnections, "connections"}, {MaxKeepalive, "keepalive"}, {ConnectTimeout, "connect"},
	{ReadTimeout, "read"}, {WriteTimeout, "write"}, {PoolTimeout, "pool"}, {TotalTimeout, "total"},
}

func writeSet(w io.Writer, s *Set, o Options) error {
	fmt.Fprintln(w, rule.Sanitize(s.Name))
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	head := []string{"system"}
	for _, c := range columns {
		head = append(head, c.title)
	}
	fmt.Fprintf(tab, "  %s\n", strings.Join(append(head, "from"), "\t"))
	for _, sec := range s.Sections {
		row := []string{cmp.Or(rule.Sanitize(sec.System), "-")}
		for _, c := range columns {
			row = append(row, cell(sec.Get(c.key)))
		}
		fmt.Fprintf(tab, "  %s\n", strings.Join(append(row, origin(sec)), "\t"))
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "  %s\n", budget(s, o))
	return err
}

func cell(v *Value) string {
	switch {
	case v == nil:
		return "-"
	case !v.Known:
		return "?" + rule.Sanitize(shorten(v.Text))
	}
	return v.String()
}

// origin says where the values of a section stand: each file once, with the line of the first value in it.
func origin(sec *Section) string {
	var from []string
	seen := make(map[string]bool)
	for _, v := range sec.Values {
		if v == nil || seen[v.File] {
			continue
		}
		seen[v.File] = true
		line := v.Line()
		for _, other := range sec.Values {
			if other != nil && other.File == v.File {
				line = min(line, other.Line())
			}
		}
		from = append(from, fmt.Sprintf("%s:%d", rule.Sanitize(v.File), line))
	}
	switch {
	case sec.Multiplexed:
		from = append(from, "multiplexed: not in the sum")
	case !sec.Summed():
		from = append(from, "defaults: not in the sum")
	}
	return strings.Join(from, ", ")
}

func budget(s *Set, o Options) string {
	sum, text := s.Sum(), fmt.Sprintf("connections in all: %d", s.Sum())
	if unsized(s) {
		text = "connections in all: unknown"
	}
	if o.Replicas > 1 && sum > 0 {
		sum = poolsize.Times(sum, o.Replicas)
		text = fmt.Sprintf("%s, in %d replicas: %d", text, o.Replicas, sum)
	}
	pool := s.Database
	switch {
	case pool == nil:
		return text + "; no database pool known"
	case !pool.Known:
		return fmt.Sprintf("%s; database pool: %s (%s:%d)", text, cell(pool), rule.Sanitize(pool.File), pool.Line())
	}
	text = fmt.Sprintf("%s; database pool: %d (%s:%d), half of it: %d",
		text, pool.Count, rule.Sanitize(pool.File), pool.Line(), poolsize.Budget(pool.Count))
	if poolsize.OverBudget(sum, pool.Count) {
		return fmt.Sprintf("%s, over by %d", text, sum-poolsize.Budget(pool.Count))
	}
	return text
}

// unsized reports whether no system says how many connections it may open, which is not the same as none.
func unsized(s *Set) bool {
	counted := false
	for _, sec := range s.Sections {
		if sec.Summed() {
			if v := sec.Get(MaxConnections); v != nil && v.Known {
				return false
			}
			counted = true
		}
	}
	return counted
}

type jsonSet struct {
	Name     string       `json:"name"`
	Profile  string       `json:"profile,omitempty"`
	Systems  []jsonSystem `json:"systems"`
	Sum      int          `json:"connections"`
	Replicas int          `json:"replicas,omitempty"`
	Database *jsonValue   `json:"database,omitempty"`
	Budget   *int         `json:"budget,omitempty"`
	Over     bool         `json:"over_budget"`
}

type jsonSystem struct {
	System      string               `json:"system"`
	Multiplexed bool                 `json:"multiplexed,omitempty"`
	Values      map[string]jsonValue `json:"values"`
}

type jsonValue struct {
	Value  any    `json:"value"` // a number; of a timeout, in seconds; null where it is not known
	Text   string `json:"text"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column,omitempty"`
}

// WriteJSON prints the same as WriteText for tools: {"sets": [...]}. File names are relative to dir where they can be,
// with slashes.
func WriteJSON(w io.Writer, sets []*Set, o Options, dir string) error {
	out := struct {
		Sets []jsonSet `json:"sets"`
	}{Sets: []jsonSet{}}
	for _, s := range sets {
		set := jsonSet{Name: s.Name, Profile: s.Profile, Systems: []jsonSystem{}, Sum: s.Sum(), Replicas: o.Replicas}
		for _, sec := range s.Sections {
			system := jsonSystem{System: sec.System, Multiplexed: sec.Multiplexed, Values: make(map[string]jsonValue)}
			for k, v := range sec.Values {
				if v != nil {
					system.Values[Key(k).String()] = v.json(dir)
				}
			}
			set.Systems = append(set.Systems, system)
		}
		if s.Database != nil {
			database := s.Database.json(dir)
			set.Database = &database
		}
		if pool := s.Database.Size(); pool > 0 {
			half := poolsize.Budget(pool)
			set.Budget, set.Over = &half, poolsize.OverBudget(poolsize.Times(set.Sum, o.Replicas), pool)
		}
		out.Sets = append(out.Sets, set)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil {
		return err
	}
	_, err := io.WriteString(w, rule.Escape(b.String(), rule.JSON))
	return err
}

func (v *Value) json(dir string) jsonValue {
	out := jsonValue{Text: v.Text, File: v.File, Line: v.Line(), Column: v.Place.Start.Column}
	if rel, err := filepath.Rel(dir, v.Place.Start.Filename); err == nil && v.Place.Start.Filename != "" {
		out.File = filepath.ToSlash(rel)
	}
	switch {
	case !v.Known:
	case v.Key.Timeout():
		out.Value = v.Duration.Seconds()
	default:
		out.Value = v.Count
	}
	return out
}
