package report

import (
	"fmt"
	"slices"
)

// Hidden says what a baseline has done to a report.
type Hidden struct {
	Hidden int `json:"hidden"` // findings that are in the baseline
	Gone   int `json:"gone"`   // entries of the baseline that no finding has any more

	name string // of the file
}

// Hide removes the findings with these fingerprints and returns how many there were.
func (r *Report) Hide(fingerprints map[string]bool) int {
	before := len(r.Findings)
	r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool { return fingerprints[f.Fingerprint] })
	return before - len(r.Findings)
}

// HideBaseline is Hide for the entries of a baseline file. gone is how many of them no finding has.
func (r *Report) HideBaseline(name string, fingerprints map[string]bool, gone int) {
	r.Baseline = &Hidden{Hidden: r.Hide(fingerprints), Gone: gone, name: name}
}

// Summary is what a person is told of a baseline.
func (h *Hidden) Summary() string {
	text := fmt.Sprintf("%s hides %s", h.name, amount(h.Hidden, "finding", "findings"))
	switch {
	case h.Gone == 1:
		text += "; 1 of its entries is gone"
	case h.Gone > 1:
		text += fmt.Sprintf("; %d of its entries are gone", h.Gone)
	}
	return text
}
