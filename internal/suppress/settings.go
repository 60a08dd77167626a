package suppress

import (
	"go/token"
	"path/filepath"
	"strings"
)

// scanSettings finds the directives of a YAML or .env file. It reads lines, not values, so that a file that does not
// parse still has its directives.
func scanSettings(name string, src []byte) []*Directive {
	s := &settingsScan{name: name, block: -1, env: envFile(name)}
	offset := 0
	for line := range strings.SplitAfterSeq(string(src), "\n") {
		s.scan(line, offset)
		offset += len(line)
	}
	for i, d := range s.found {
		d.spans = []span{s.cover(s.lineOf[i])}
	}
	return s.found
}

func envFile(name string) bool {
	base := filepath.Base(name)
	return strings.HasPrefix(base, ".env") || strings.HasSuffix(base, ".env")
}

// settingsScan goes through a file line by line.
type settingsScan struct {
	name  string
	env   bool
	quote byte // the open quote, or 0
	block int  // indentation of the key whose block scalar is open, or -1
	flow  int  // depth of [ and {
	lines []settingsLine
	found []*Directive
	// lineOf holds, for each directive, the index of its line.
	lineOf []int
}

type settingsLine struct {
	indent int    // of the first character
	code   string // without comment and surrounding space; "" for a blank or comment line
	blank  bool   // neither code nor comment
}

func (s *settingsScan) scan(line string, offset int) {
	line = strings.TrimRight(line, "\r\n")
	body := strings.TrimPrefix(line, "\ufeff")
	skipped := len(line) - len(body)
	hash := s.comment(body)
	code := body
	if hash >= 0 {
		code = body[:hash]
		s.directive(body[hash:], offset+skipped+hash, skipped+hash)
	}
	trimmed := strings.TrimLeft(code, " \t")
	s.lines = append(s.lines, settingsLine{
		indent: len(code) - len(trimmed), code: strings.TrimRight(trimmed, " \t"), blank: strings.TrimSpace(body) == "",
	})
}

func (s *settingsScan) directive(comment string, offset, column int) {
	text := strings.TrimLeft(comment, "# \t")
	at := len(comment) - len(text)
	strict := at == len("#") || at == len("# ")
	d := parseIgnore(comment, at, "# ", strict)
	if d == nil {
		return
	}
	d.Start = token.Position{Filename: s.name, Offset: offset, Line: len(s.lines) + 1, Column: column + 1}
	d.Stop = d.Start
	d.Stop.Offset += len(comment)
	d.Stop.Column += len(comment)
	s.found, s.lineOf = append(s.found, d), append(s.lineOf, len(s.lines))
}

// cover returns the lines (from 1) that a directive on line i (from 0) covers.
func (s *settingsScan) cover(i int) span {
	for s.lines[i].code == "" && !s.lines[i].blank && i+1 < len(s.lines) {
		i++
	}
	head, last := s.lines[i], i
	if head.code == "" {
		return span{i + 1, i + 1}
	}
	if s.env {
		return span{i + 1, i + 1}
	}
	for j := i + 1; j < len(s.lines); j++ {
		l := s.lines[j]
		if l.code == "" {
			continue
		}
		item := l.indent == head.indent && strings.HasSuffix(head.code, ":") && strings.HasPrefix(l.code+" ", "- ")
		if l.indent <= head.indent && !item {
			break
		}
		last = j
	}
	return span{i + 1, last + 1}
}

// comment returns the index of the # that starts a comment on the line, or -1, and keeps track of quotes and block
// scalars.
func (s *settingsScan) comment(line string) int {
	if s.env {
		return s.envComment(line)
	}
	if s.block >= 0 {
		rest := strings.TrimLeft(line, " ")
		if rest == "" || len(line)-len(rest) > s.block {
			return -1
		}
		s.block = -1
	}
	v := valueStart{open: true}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case s.quote != 0:
			i = s.quoted(line, i)
		case c == '#' && (i == 0 || isBlank(line[i-1])):
			return i
		case v.open && (c == '"' || c == '\''):
			s.quote = c
			v.open = false
		case v.open && s.flow == 0 && (c == '|' || c == '>'):
			s.block = v.column
			v.open = false
		default:
			i = s.plain(line, i, &v)
		}
	}
	return -1
}

// valueStart tells whether a value could start at this point of a line.
type valueStart struct {
	open   bool
	column int // of the key or the dash that the value belongs to
}

// plain steps over one character outside quotes, or over one tag, anchor or alias, and returns its last index.
func (s *settingsScan) plain(line string, i int, v *valueStart) int {
	c := line[i]
	atEnd := i+1 == len(line) || isBlank(line[i+1])
	switch {
	case isBlank(c):
	case v.open && (c == '[' || c == '{'):
		s.flow++
	case s.flow > 0 && (c == ']' || c == '}'):
		s.flow--
		v.open = false
	case s.flow > 0 && c == ',', c == ':' && atEnd:
		v.open = true
	case v.open && (c == '-' || c == '?') && atEnd:
		v.column = i
	case v.open && (c == '&' || c == '!' || c == '*'):
		for i+1 < len(line) && !isBlank(line[i+1]) {
			i++
		}
	case v.open:
		v.open, v.column = false, i
	}
	return i
}

// quoted steps over one character (or escape) in quotes and returns its last index.
func (s *settingsScan) quoted(line string, i int) int {
	next := i+1 < len(line)
	switch {
	case s.quote == '"' && line[i] == '\\' && next:
		return i + 1
	case line[i] != s.quote:
	case s.quote == '\'' && next && line[i+1] == '\'':
		return i + 1
	default:
		s.quote = 0
	}
	return i
}

func (s *settingsScan) envComment(line string) int {
	value := s.quote != 0
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case s.quote != 0:
			i = s.quoted(line, i)
		case c == '#' && (strings.TrimSpace(line[:i]) == "" || isBlank(line[i-1])):
			return i
		case (c == '"' || c == '\'') && !value && i > 0 && line[i-1] == '=':
			s.quote, value = c, true
		}
	}
	return -1
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
