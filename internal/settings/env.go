package settings

import (
	"bytes"
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/yamlfile"
)

// parseEnv reads the sections of a .env file. The file has no sets if it has no section; one that is asked for may
// have a database alone.
func parseEnv(path, name string, data []byte, n Names, asked bool) (*File, error) {
	vars, err := readEnv(name, data)
	if err != nil {
		return nil, err
	}
	f := &File{Path: path, Name: name, Data: data}
	b := NewBuilder()
	for _, v := range vars {
		r, ok := n.Ref(v.name)
		if !ok || r.System == "" && r.Key != PoolSize {
			continue
		}
		value := &Value{Key: r.Key, Source: FromEnvFile, File: name, Name: v.name, Place: rule.In(v.start.in(path), v.end.in(path))}
		if v.text != "" && v.end.offset-v.start.offset == len(v.text) {
			value.edit = [2]int{v.start.offset, v.end.offset}
		}
		value.Read(v.text, 10) // what cannot be read stays unknown; checkSizes refuses it where it matters
		b.Add(r, value)
	}
	set := &Set{Name: name, Files: []*File{f}}
	b.Fill(set)
	if len(set.Sections) == 0 && (!asked || set.Database == nil) {
		return f, nil
	}
	f.Sets = []*Set{set}
	return f, cmp.Or(b.checkTwice(name, set), checkSizes(name, set))
}

// checkTwice refuses a setting that the file has twice.
func (b *Builder) checkTwice(name string, set *Set) error {
	for _, t := range b.twice {
		if t.first == set.Database || slices.ContainsFunc(set.Sections, func(s *Section) bool { return s.Get(t.first.Key) == t.first }) {
			return &yamlfile.Error{File: name, Line: t.second.Line(), Column: 1,
				Msg: fmt.Sprintf("%s is set in line %d already", t.second.Name, t.first.Line())}
		}
	}
	return nil
}

// checkSizes refuses sizes that are none, as in YAML.
func checkSizes(name string, set *Set) error {
	values := []*Value{set.Database}
	for _, s := range set.Sections {
		values = append(values, s.Values[:]...)
	}
	for _, v := range values {
		if v == nil || v.Known || v.Key.Timeout() || placeholder(v.Text) {
			continue
		}
		what := v.Text
		if what == "" {
			what = "empty"
		}
		return &yamlfile.Error{File: name, Line: v.Line(), Column: v.Place.Start.Column,
			Msg: fmt.Sprintf("%s is %s, and not %s", v.Name, what, v.Key.takes())}
	}
	return nil
}

// An envVar is a line of a .env file.
type envVar struct {
	name, text string
	start, end envPos // of the value, without quotes
}

type envPos struct{ line, column, offset int }

func (p envPos) in(path string) token.Position {
	return token.Position{Filename: path, Line: p.line, Column: p.column, Offset: p.offset}
}

// readEnv reads NAME=value lines: "export" in front, comments, quotes (in which values may have several lines), a
// byte order mark and every kind of line end are accepted, and so is a name alone.
func readEnv(name string, data []byte) ([]envVar, error) {
	s := envScanner{name: name, data: data, line: 1}
	if len(data) > yamlfile.MaxBytes {
		return nil, s.fail("the file is larger than %d KiB", yamlfile.MaxBytes>>10)
	}
	if bytes.HasPrefix(data, []byte("\uFEFF")) {
		s.at = len("\uFEFF")
	}
	var vars []envVar
	for s.at < len(data) {
		v, err := s.next()
		if err != nil {
			return nil, err
		}
		if v != nil {
			vars = append(vars, *v)
		}
	}
	return vars, nil
}

type envScanner struct {
	name      string
	data      []byte
	at        int // offset of the next byte
	line      int // from 1, of the next byte
	lineStart int // offset of its first byte
}

func (s *envScanner) fail(format string, args ...any) error {
	return &yamlfile.Error{File: s.name, Line: s.line, Msg: fmt.Sprintf(format, args...)}
}

func (s *envScanner) pos() envPos {
	return envPos{line: s.line, column: s.at - s.lineStart + 1, offset: s.at}
}

// next reads one line, or several if quotes span them.
func (s *envScanner) next() (*envVar, error) {
	end := s.at + lineLength(s.data[s.at:])
	line := s.data[s.at:end]
	if bad := invalidByte(line); bad >= 0 {
		return nil, s.fail("byte 0x%02x is no text: the file must be UTF-8", line[bad])
	}
	defer func() { s.newline() }()
	text := strings.TrimLeft(string(line), " \t")
	if text == "" || text[0] == '#' {
		s.at = end
		return nil, nil
	}
	key, value, found := strings.Cut(text, "=")
	key = strings.TrimSpace(key)
	if rest, ok := strings.CutPrefix(key, "export"); ok && rest != strings.TrimLeft(rest, " \t") {
		key = strings.TrimSpace(rest)
	}
	if !found {
		key, _, _ = strings.Cut(key, "#")
		key = strings.TrimSpace(key)
	}
	if !envName(key) {
		return nil, s.fail("%q is no name of a variable, and not NAME=value", shorten(key))
	}
	if !found {
		s.at = end
		return nil, nil
	}
	blank := len(value) - len(strings.TrimLeft(value, " \t"))
	s.at = end - len(value) + blank
	return s.value(key, end)
}

// value reads the value that starts at the next byte and would end with the line.
func (s *envScanner) value(name string, end int) (*envVar, error) {
	v := &envVar{name: name, start: s.pos()}
	if s.at < end && (s.data[s.at] == '"' || s.data[s.at] == '\'') {
		return v, s.quoted(v)
	}
	text := string(s.data[s.at:end])
	if i := strings.IndexByte(text, '#'); i == 0 {
		text = ""
	}
	for _, mark := range []string{" #", "\t#"} {
		text, _, _ = strings.Cut(text, mark)
	}
	v.text = strings.TrimRight(text, " \t")
	s.at += len(v.text)
	v.end = s.pos()
	s.at = end
	return v, nil
}

func (s *envScanner) quoted(v *envVar) error {
	opened := *s
	quote := s.data[s.at]
	s.at++
	v.start = s.pos()
	for s.at < len(s.data) && s.data[s.at] != quote {
		switch b := s.data[s.at]; {
		case b == '\n' || b == '\r':
			s.newline()
			continue
		case b == '\\' && quote == '"' && s.at+1 < len(s.data) && s.data[s.at+1] != '\n' && s.data[s.at+1] != '\r':
			s.at++
		}
		s.at++
	}
	if s.at >= len(s.data) {
		s.at = len(s.data)
		return opened.fail("the quote %c is not closed", quote)
	}
	v.end = s.pos()
	v.text = string(s.data[v.start.offset:v.end.offset])
	if bad := invalidByte([]byte(v.text)); bad >= 0 {
		return opened.fail("byte 0x%02x is no text: the file must be UTF-8", v.text[bad])
	}
	s.at++
	s.at += lineLength(s.data[s.at:])
	return nil
}

// newline steps over a line end, if the scanner stands at one.
func (s *envScanner) newline() {
	if s.at >= len(s.data) {
		return
	}
	if s.data[s.at] == '\r' {
		s.at++
		if s.at < len(s.data) && s.data[s.at] == '\n' {
			s.at++
		}
	} else if s.data[s.at] == '\n' {
		s.at++
	} else {
		return
	}
	s.line++
	s.lineStart = s.at
}

func lineLength(data []byte) int {
	if i := bytes.IndexAny(data, "\r\n"); i >= 0 {
		return i
	}
	return len(data)
}

// invalidByte is the index of the first byte that is no UTF-8 or a NUL, or -1.
func invalidByte(line []byte) int {
	for i := 0; i < len(line); {
		r, size := utf8.DecodeRune(line[i:])
		if r == 0 || r == utf8.RuneError && size <= 1 {
			return i
		}
		i += size
	}
	return -1
}

func envName(name string) bool {
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		return false
	}
	for _, r := range name {
		if r != '_' && r != '.' && r != '-' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') {
			return false
		}
	}
	return true
}

func shorten(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return text
}
