package report

import (
	"encoding/json"
	"io"
)

// WriteJSON writes the report as one JSON document: the contract for tools.
func (r *Report) WriteJSON(w io.Writer) error {
	type summary struct {
		Counts
		Findings int     `json:"findings"`
		Baseline *Hidden `json:"baseline,omitempty"`
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		Version  string    `json:"version"`
		Summary  summary   `json:"summary"`
		Findings []Finding `json:"findings"`
	}{r.Version, summary{r.Counts, len(r.Findings), r.Baseline}, r.Findings})
}
