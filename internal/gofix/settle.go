package gofix

import (
	"bytes"
	"go/format"
	"slices"
	"strings"
)

// settle checks the edits and adds those that gofmt would make, such as the alignment of neighbouring lines, if the file
// was gofmt-clean, which it asks for without "\r\n". A file with "\r\n" keeps it.
func settle(src []byte, edits []edit, clean func(plain []byte) bool) ([]edit, bool) {
	crlf := bytes.Count(src, []byte("\r\n"))
	uniform := crlf == bytes.Count(src, []byte("\n"))
	plain, moved := src, slices.Clone(edits)
	if crlf > 0 && uniform {
		plain = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
		for i, e := range edits {
			moved[i].start -= bytes.Count(src[:e.start], []byte("\r\n"))
			moved[i].end -= bytes.Count(src[:e.end], []byte("\r\n"))
		}
	}
	edited := apply(plain, moved)
	if !parses(edited) {
		return nil, false
	}
	if crlf > 0 && !uniform {
		return edits, true // whoever wrote it so has no use for more order
	}
	if clean(plain) {
		formatted, err := format.Source(edited)
		if err != nil {
			return nil, false
		}
		if !bytes.Equal(formatted, edited) {
			moved = difference(plain, formatted, moved)
		}
	}
	if crlf > 0 {
		for i, e := range moved {
			moved[i].start += bytes.Count(plain[:e.start], []byte("\n"))
			moved[i].end += bytes.Count(plain[:e.end], []byte("\n"))
			moved[i].text = strings.ReplaceAll(e.text, "\n", "\r\n")
		}
	}
	return moved, true
}

// clean reports whether a file is as gofmt writes it.
func clean(plain []byte) bool {
	out, err := format.Source(plain)
	return err == nil && bytes.Equal(out, plain)
}
