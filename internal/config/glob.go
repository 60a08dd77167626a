package config

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// A Matcher decides which files Exclude means.
//
// In a pattern * is any number of characters other than /, ? is one, [a-z] is one of a set and [!a-z] one that is not
// in it, and ** as a whole element is any number of folders, none included. A pattern that matches a folder means all
// files in it and below.
type Matcher struct{ patterns []*regexp.Regexp }

// NewMatcher returns the matcher of the patterns. Those of a Config that was loaded are valid.
func NewMatcher(patterns []string) (*Matcher, error) {
	m := &Matcher{}
	for _, p := range patterns {
		re, err := compileGlob(p)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", p, err)
		}
		m.patterns = append(m.patterns, re)
	}
	return m, nil
}

// Match reports whether the file is meant: its path is slash-separated and relative to the folder of the
// configuration. A nil Matcher matches nothing.
func (m *Matcher) Match(file string) bool {
	if m == nil {
		return false
	}
	file = path.Clean(file)
	for _, p := range m.patterns {
		if p.MatchString(file) {
			return true
		}
	}
	return false
}

// below matches absolute paths against patterns that are relative to a folder.
func (m *Matcher) below(dir string) func(file string) bool {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		real = dir
	}
	return func(file string) bool {
		for _, top := range []string{dir, real} { // the go command may know the folder by either name
			if rel, err := filepath.Rel(top, file); err == nil && filepath.IsLocal(rel) {
				return m.Match(filepath.ToSlash(rel))
			}
		}
		return false
	}
}

// compileGlob turns a pattern into a regular expression that matches the file or a folder above it.
func compileGlob(pattern string) (*regexp.Regexp, error) {
	clean := path.Clean(pattern)
	if clean == "." {
		return regexp.Compile("")
	}
	var b strings.Builder
	b.WriteString("^")
	elems := strings.Split(clean, "/")
	for i, elem := range elems {
		switch last := i == len(elems)-1; {
		case elem == "**" && last:
			b.WriteString(".*")
		case elem == "**":
			b.WriteString("(?:.*/)?")
		default:
			if err := element(&b, elem); err != nil {
				return nil, err
			}
			if !last {
				b.WriteString("/")
			}
		}
	}
	b.WriteString("(?:/|$)")
	re, err := regexp.Compile(b.String())
	if err != nil {
		return nil, fmt.Errorf("a [ ] in it is no set of characters")
	}
	return re, nil
}

// element writes the expression for one element of a path.
func element(b *strings.Builder, elem string) error {
	for i := 0; i < len(elem); i++ {
		switch c := elem[i]; c {
		case '*':
			b.WriteString("[^/]*")
		case '?':
			b.WriteString("[^/]")
		case '[':
			end := strings.IndexByte(elem[i+1:], ']')
			if end <= 0 {
				return fmt.Errorf("it has a [ without a ]")
			}
			set := strings.ReplaceAll(elem[i+1:i+1+end], `\`, `\\`)
			set = strings.ReplaceAll(set, "[", `\[`)
			if set[0] == '!' || set[0] == '^' {
				set = "^/" + set[1:]
			}
			b.WriteString("[" + set + "]")
			i += end + 1
		default:
			b.WriteString(regexp.QuoteMeta(elem[i : i+1]))
		}
	}
	return nil
}
