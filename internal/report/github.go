package report

import (
	"io"
	"strconv"
	"strings"

	"github.com/reslint/reslint/internal/rule"
)

// WriteGitHub writes one workflow command a finding, which GitHub Actions turns into an annotation of the change, and one
// for each package that was not checked: nobody is to take its silence for health.
func (r *Report) WriteGitHub(w io.Writer, s Service) error {
	var b strings.Builder
	source := r.sources()
	for _, f := range r.Findings {
		span := source.spanOf(f.Pos, f.End)
		if span.endLine != span.line { // columns are refused in a range of several lines
			span.column, span.endColumn = 0, 0
		}
		b.WriteString("::" + gitHubLevel(f.Severity) + " file=" + gitHubValue(r.place(s, f.Pos.File)))
		for _, p := range []struct {
			name  string
			value int
		}{{"line", span.line}, {"endLine", span.endLine}, {"col", span.column}, {"endColumn", span.endColumn}} {
			if p.value > 0 {
				b.WriteString("," + p.name + "=" + strconv.Itoa(p.value))
			}
		}
		b.WriteString(",title=" + gitHubValue("reslint: "+f.Check) + "::" + gitHubText(r.details(s, f)) + "\n")
	}
	for _, p := range r.Problems {
		b.WriteString("::warning title=" + gitHubValue("reslint: not checked") + "::" + gitHubText(p) + "\n")
	}
	return writeString(w, b.String())
}

func gitHubLevel(s rule.Severity) string {
	if s == rule.Note {
		return "notice"
	}
	return s.String()
}

// gitHubText and gitHubValue escape what would end a command, or a value in it. The service knows no way to write what
// terminals obey: where a file has that in its name, the annotation stands at no file.
func gitHubText(s string) string {
	return rule.Sanitize(strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s))
}

func gitHubValue(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(gitHubText(s))
}
