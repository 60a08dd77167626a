package report

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/reslint/reslint/internal/rule"
)

// WriteJSON writes the report as one JSON document: the contract for tools.
func (r *Report) WriteJSON(w io.Writer) error {
	type summary struct {
		Counts
		Findings int     `json:"findings"`
		Baseline *Hidden `json:"baseline,omitempty"`
	}
	return writeJSON(w, struct {
		Version  string    `json:"version"`
		Summary  summary   `json:"summary"`
		Findings []Finding `json:"findings"`
	}{r.Version, summary{r.Counts, len(r.Findings), r.Baseline}, r.Findings})
}

// writeJSON writes a value indented, as people read it too.
func writeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	return writeString(w, rule.Escape(b.String(), rule.JSON))
}
