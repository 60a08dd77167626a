package report

import (
	"encoding/xml"
	"io"

	"github.com/reslint/reslint/internal/rule"
)

// WriteCheckstyle writes the XML of checkstyle, which many servers read.
func (r *Report) WriteCheckstyle(w io.Writer, s Service) error {
	type entry struct {
		Line     int    `xml:"line,attr"`
		Column   int    `xml:"column,attr,omitempty"`
		Severity string `xml:"severity,attr"`
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
	type file struct {
		Name   string  `xml:"name,attr"`
		Errors []entry `xml:"error"`
	}
	doc := struct {
		XMLName xml.Name `xml:"checkstyle"`
		Version string   `xml:"version,attr"`
		Files   []*file  `xml:"file"`
	}{Version: "8.0"}
	source := r.sources()
	for _, f := range r.Findings {
		name := r.place(s, f.Pos.File)
		if n := len(doc.Files); n == 0 || doc.Files[n-1].Name != name {
			doc.Files = append(doc.Files, &file{Name: name})
		}
		last := doc.Files[len(doc.Files)-1]
		last.Errors = append(last.Errors, entry{
			f.Pos.Line, source.utf16Column(f.Pos), checkstyleSeverity(f.Severity), r.details(s, f), "reslint." + f.Check})
	}
	out, err := xml.MarshalIndent(doc, "", "  ")
	if err != nil {
		return err
	}
	return writeString(w, xml.Header+rule.Escape(string(out), rule.XML)+"\n")
}

func checkstyleSeverity(s rule.Severity) string {
	if s == rule.Note {
		return "info"
	}
	return s.String()
}
