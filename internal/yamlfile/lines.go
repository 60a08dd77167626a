package yamlfile

import (
	"bytes"
	"fmt"
	"sort"
	"unicode/utf8"
)

const bom = "\uFEFF"

// lines maps between the places that the YAML library knows (lines that also end at U+0085, U+2028 and U+2029, and
// columns in characters) and those that editors and edits know.
type lines struct {
	data   []byte
	yaml   []int                              // offset of the first byte of each line, as YAML counts them
	editor []int                              // the same, as editors count them
	last   struct{ line, column, offset int } // the last answer of offset: nodes ask in order
}

func newLines(data []byte) *lines {
	l := &lines{data: data, yaml: []int{0}, editor: []int{0}}
	if bytes.HasPrefix(data, []byte(bom)) {
		l.yaml[0] = len(bom) // the library drops it
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		i += size
		switch r {
		case '\r':
			if i < len(data) && data[i] == '\n' {
				i++
			}
			l.yaml, l.editor = append(l.yaml, i), append(l.editor, i)
		case '\n':
			l.yaml, l.editor = append(l.yaml, i), append(l.editor, i)
		case '\u0085', '\u2028', '\u2029':
			l.yaml = append(l.yaml, i)
		}
	}
	return l
}

// pos is the place of an offset.
func (l *lines) pos(offset int) Pos {
	line := sort.SearchInts(l.editor, offset+1)
	return Pos{Line: line, Column: offset - l.editor[line-1] + 1, Offset: offset}
}

// offset is the place of a line and a column of the library, both from 1.
func (l *lines) offset(line, column int) int {
	if line < 1 || line > len(l.yaml) {
		return len(l.data)
	}
	at, offset := 1, l.yaml[line-1]
	if l.last.line == line && l.last.column <= column {
		at, offset = l.last.column, l.last.offset
	}
	for ; at < column && offset < len(l.data); at++ {
		_, size := utf8.DecodeRune(l.data[offset:])
		offset += size
	}
	l.last.line, l.last.column, l.last.offset = line, at, offset
	return offset
}

// text is what stands in a line of the library, from 1, without its end.
func (l *lines) text(line int) []byte {
	if line < 1 || line > len(l.yaml) {
		return nil
	}
	end := len(l.data)
	if line < len(l.yaml) {
		end = l.yaml[line]
	}
	return bytes.TrimRight(l.data[l.yaml[line-1]:end], "\r\n")
}

// unreadable finds the first character that no YAML file may have.
func (l *lines) unreadable() (offset int, msg string) {
	start := 0
	if bytes.HasPrefix(l.data, []byte(bom)) {
		start = len(bom)
	}
	for i := start; i < len(l.data); {
		r, size := utf8.DecodeRune(l.data[i:])
		if r == utf8.RuneError && size <= 1 {
			return i, fmt.Sprintf("byte 0x%02x is no UTF-8: the file must be UTF-8", l.data[i])
		}
		if !allowed(r) {
			return i, fmt.Sprintf("character U+%04X is not allowed in YAML", r)
		}
		i += size
	}
	return 0, ""
}

func allowed(r rune) bool {
	switch {
	case r == '\t', r == '\n', r == '\r', r == 0x85:
		return true
	case r == 0xFEFF:
		return false
	case r >= 0x20 && r <= 0x7e, r >= 0xa0 && r <= 0xd7ff, r >= 0xe000 && r <= 0xfffd, r >= 0x10000:
		return true
	}
	return false
}
