package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/reslint/reslint/internal/rule"
)

// WriteText writes one line a finding, as file:line:column: message, for other programs to search.
func (r *Report) WriteText(w io.Writer) error {
	buf := bufio.NewWriter(w)
	for _, f := range r.Findings {
		fmt.Fprintf(buf, "%s: %s\n", f.Pos, f.Message)
	}
	return buf.Flush()
}

// String is file:line:column, as far as it is known.
func (p Position) String() string {
	s := rule.Sanitize(p.File)
	for _, n := range []int{p.Line, p.Column} {
		if n <= 0 {
			break
		}
		s = fmt.Sprintf("%s:%d", s, n)
	}
	return s
}

// Terminal says how findings are shown to a person.
type Terminal struct{ Color bool }

// WriteTerminal writes each finding with its source line, the range underlined, and the places that it speaks of.
func (r *Report) WriteTerminal(w io.Writer, t Terminal) error {
	out := &terminalWriter{Writer: bufio.NewWriter(w), Terminal: t, source: r.sources()}
	for _, f := range r.Findings {
		out.finding(f)
	}
	return out.Flush()
}

type terminalWriter struct {
	*bufio.Writer
	Terminal
	source *sources
}

func (t *terminalWriter) finding(f Finding) {
	fmt.Fprintf(t, "%s: %s: %s\n", t.paint(bold, f.Pos.String()), t.paint(severityColor(f.Severity), f.Severity.String()), f.Message)
	if line, ok := t.source.line(f.Pos); ok {
		text, mark := underline(line, f.Pos, f.End)
		gutter := fmt.Sprint(f.Pos.Line)
		fmt.Fprintf(t, "  %s | %s\n", gutter, text)
		fmt.Fprintf(t, "  %*s | %s\n", len(gutter), "", t.paint(severityColor(f.Severity), mark))
	}
	for _, r := range f.Related {
		fmt.Fprintf(t, "    %s: %s\n", r.Pos, r.Message)
	}
}

// The escape sequences for colours.
const (
	reset  = "\x1b[0m"
	bold   = "\x1b[1m"
	red    = "\x1b[1;31m"
	yellow = "\x1b[1;33m"
	cyan   = "\x1b[1;36m"
)

func (t *terminalWriter) paint(color, s string) string {
	if !t.Color {
		return s
	}
	return color + s + reset
}

func severityColor(s rule.Severity) string {
	switch s {
	case rule.Error:
		return red
	case rule.Warning:
		return yellow
	}
	return cyan
}

const (
	tabWidth = 4   // cells between tab stops
	maxCells = 160 // of a source line that are shown
	context  = 40  // cells kept in front of a range that starts far to the right
)

// underline gives a source line as a terminal shows it, and the marks below the range from pos to end. A range of
// several lines is marked to the end of the first.
func underline(line []byte, pos, end Position) (text, mark string) {
	start := min(max(pos.Column-1, 0), len(line))
	stop := len(line)
	if end.Line == pos.Line {
		stop = min(max(end.Column-1, start), len(line))
	}
	before := cells(string(line[:start]), 0)
	marked := cells(string(line[start:stop]), len(before))
	after := cells(string(line[stop:]), len(before)+len(marked))
	if len(before) > context && len(before)+len(marked) > maxCells {
		before = append([]string{"…"}, before[len(before)-context:]...)
	}
	text = cut(before, marked, after)
	width := max(1, min(len(marked), maxCells-len(before)))
	return text, strings.Repeat(" ", len(before)) + "^" + strings.Repeat("~", width-1)
}

func cut(parts ...[]string) string {
	var b strings.Builder
	n := 0
	for _, part := range parts {
		for _, cell := range part {
			if n++; n > maxCells {
				return b.String() + "…"
			}
			b.WriteString(cell)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// cells splits text into what a terminal shows in each cell, starting in the given one. The second cell of a wide
// character is empty, a character without width shares the cell before it, tabs become spaces and characters that
// are not safe to print become escapes.
func cells(s string, at int) []string {
	var out []string
	for _, r := range s {
		text := rule.Sanitize(string(r))
		switch {
		case r == '\t':
			for range tabWidth - (at+len(out))%tabWidth {
				out = append(out, " ")
			}
		case text != string(r):
			for _, c := range text {
				out = append(out, string(c))
			}
		case zeroWidth(r) && len(out) > 0:
			out[len(out)-1] += text
		case wide(r):
			out = append(out, text, "")
		default:
			out = append(out, text)
		}
	}
	return out
}
