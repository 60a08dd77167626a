package report

import (
	"io"

	"github.com/reslint/reslint/internal/rule"
)

// WriteGitLab writes a code quality report, which GitLab shows in merge requests.
func (r *Report) WriteGitLab(w io.Writer, s Service) error {
	type lines struct {
		Begin int `json:"begin"`
		End   int `json:"end"`
	}
	type location struct {
		Path  string `json:"path"`
		Lines lines  `json:"lines"`
	}
	type content struct {
		Body string `json:"body"`
	}
	type issue struct {
		Type        string   `json:"type"`
		Description string   `json:"description"`
		CheckName   string   `json:"check_name"`
		Content     content  `json:"content"`
		Categories  []string `json:"categories"`
		Fingerprint string   `json:"fingerprint"`
		Severity    string   `json:"severity"`
		Location    location `json:"location"`
	}
	issues := make([]issue, len(r.Findings)) // no findings are an empty list
	for i, f := range r.Findings {
		begin := max(1, f.Pos.Line) // a line is required
		issues[i] = issue{
			Type: "issue", Description: f.Message, CheckName: f.Check,
			Content: content{r.details(s, f) + "\n" + f.URL}, Categories: []string{"Bug Risk"},
			Fingerprint: f.Fingerprint, Severity: gitLabSeverity(f.Severity),
			Location: location{r.place(s, f.Pos.File), lines{begin, max(begin, f.End.Line)}},
		}
	}
	return writeJSON(w, issues)
}

func gitLabSeverity(s rule.Severity) string {
	switch s {
	case rule.Error:
		return "critical"
	case rule.Warning:
		return "major"
	}
	return "info"
}
