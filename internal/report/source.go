package report

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"unicode/utf16"
	"unicode/utf8"
)

// sources reads lines of the files that findings are in. It keeps the last file: findings come in order of file.
type sources struct {
	dir   string          // that file names start at
	roots []string        // directories that files must be in, unless they are
	files map[string]bool // these, which have been loaded

	file  string
	lines [][]byte // nil if the file cannot be read
}

// line gives a line of a source file, without its end.
func (s *sources) line(p Position) ([]byte, bool) {
	if p.File != s.file || s.lines == nil {
		s.file, s.lines = p.File, nil
		if src, ok := s.read(absolute(s.dir, p.File)); ok {
			s.lines = bytes.Split(src, []byte("\n"))
		}
	}
	if p.Line < 1 || p.Line > len(s.lines) {
		return nil, false
	}
	return bytes.TrimSuffix(s.lines[p.Line-1], []byte("\r")), true
}

// read reads a file. A line directive can name any file, such as a secret, a device or a pipe: what is not a file of a
// checked module is not read.
func (s *sources) read(name string) ([]byte, bool) {
	if s.files[name] {
		src, err := os.ReadFile(name)
		return src, err == nil
	}
	for _, dir := range s.roots {
		rel, err := filepath.Rel(dir, name)
		if err != nil || !filepath.IsLocal(rel) {
			continue
		}
		root, err := os.OpenRoot(dir)
		if err != nil {
			continue
		}
		src, ok := readRegular(root, rel)
		root.Close()
		if ok {
			return src, true
		}
	}
	return nil, false
}

func readRegular(root *os.Root, name string) ([]byte, bool) {
	if info, err := root.Stat(name); err != nil || !info.Mode().IsRegular() {
		return nil, false // a pipe would be waited for
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	src, err := io.ReadAll(f)
	return src, err == nil
}

// utf16Column is the column in UTF-16 code units, from 1. It is 0 where the column is unknown or the file has no such
// place, as with line directives.
func (s *sources) utf16Column(p Position) int {
	line, ok := s.line(p)
	if !ok || p.Column < 1 || p.Column > len(line)+1 {
		return 0
	}
	column := 1
	for before := line[:p.Column-1]; len(before) > 0; {
		r, size := utf8.DecodeRune(before)
		column += utf16.RuneLen(r) // that of a broken character is its replacement's
		before = before[size:]
	}
	return column
}

func absolute(dir, file string) string {
	file = filepath.FromSlash(file)
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(dir, file)
}
