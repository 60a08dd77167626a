package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/reslint/reslint/internal/rule"
)

// A Service is what takes findings in: a forge or a continuous integration server.
type Service struct {
	Root   string        // directory that it names files from, such as that of the repository
	Checks []*rule.Check // all there are
}

// place names a file of the report as the service does.
func (r *Report) place(s Service, file string) string { return Relative(s.Root, absolute(r.dir, file)) }

// sources reads the files of the report.
func (r *Report) sources() *sources { return &sources{dir: r.dir, roots: r.roots, files: r.files} }

// spanOf is the range from pos to end with columns in UTF-16 code units. What is unknown is 0.
func (s *sources) spanOf(pos, end Position) (span struct{ line, column, endLine, endColumn int }) {
	if pos.Line < 1 {
		return span
	}
	span.line, span.column = pos.Line, s.utf16Column(pos)
	if end.File != pos.File || end.Line < pos.Line || end.Line == pos.Line && end.Column < pos.Column {
		return span
	}
	span.endLine = end.Line
	if span.column > 0 { // where one is unknown, the range has whole lines
		span.endColumn = s.utf16Column(end)
	}
	return span
}

// details are the message and the other places that the finding speaks of, one a line.
func (r *Report) details(s Service, f Finding) string {
	var b strings.Builder
	b.WriteString(f.Message)
	for _, rel := range f.Related {
		pos := rel.Pos
		pos.File = r.place(s, pos.File)
		fmt.Fprintf(&b, "\n%s: %s", pos, rel.Message)
	}
	return b.String()
}

// writeString is io.WriteString without the count.
func writeString(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}
