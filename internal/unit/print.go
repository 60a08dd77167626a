package unit

import (
	"cmp"
	"encoding/json"
	"go/token"
	"os"

	"golang.org/x/tools/go/analysis"
)

// What the go command reads: by package and analyzer a list of diagnostics, or an error.
type (
	failure struct {
		Error string `json:"error"`
	}
	diagnostic struct {
		Category string    `json:"category,omitempty"`
		Posn     string    `json:"posn"`
		End      string    `json:"end"`
		Message  string    `json:"message"`
		Fixes    []fix     `json:"suggested_fixes,omitempty"`
		Related  []related `json:"related,omitempty"`
	}
	related struct {
		Posn    string `json:"posn"`
		End     string `json:"end"`
		Message string `json:"message"`
	}
	fix struct {
		Message string `json:"message"`
		Edits   []edit `json:"edits"`
	}
	edit struct {
		Filename string `json:"filename"`
		Start    int    `json:"start"` // in bytes
		End      int    `json:"end"`
		New      string `json:"new"`
	}
)

// print writes what the analyzers found to where the go command wants it, by default to standard output.
func (u *unit) print(analyzers []*analysis.Analyzer) error {
	found := make(map[string]any)
	for _, a := range analyzers {
		act := u.actions[a]
		if act.err != nil {
			found[a.Name] = failure{act.err.Error()}
			continue
		}
		var all []diagnostic
		for _, d := range act.diagnostics {
			all = append(all, u.diagnostic(d))
		}
		if len(all) > 0 {
			found[a.Name] = all
		}
	}
	tree := make(map[string]any)
	if len(found) > 0 {
		tree[u.cfg.ID] = found
	}
	text, err := json.MarshalIndent(tree, "", "\t")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if u.cfg.Stdout == "" {
		_, err = os.Stdout.Write(text)
		return err
	}
	return os.WriteFile(u.cfg.Stdout, text, 0o666)
}

func (u *unit) diagnostic(d analysis.Diagnostic) diagnostic {
	out := diagnostic{Category: d.Category, Posn: u.at(d.Pos), End: u.at(cmp.Or(d.End, d.Pos)), Message: d.Message}
	for _, r := range d.Related {
		out.Related = append(out.Related, related{u.at(r.Pos), u.at(cmp.Or(r.End, r.Pos)), r.Message})
	}
	for _, f := range d.SuggestedFixes {
		x := fix{Message: f.Message}
		for _, e := range f.TextEdits {
			start, end := u.fset.Position(e.Pos), u.fset.Position(cmp.Or(e.End, e.Pos))
			x.Edits = append(x.Edits, edit{start.Filename, start.Offset, end.Offset, string(e.NewText)})
		}
		out.Fixes = append(out.Fixes, x)
	}
	return out
}

func (u *unit) at(p token.Pos) string { return u.fset.Position(p).String() }
