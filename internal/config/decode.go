package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/nearest"
	"github.com/reslint/reslint/internal/yamlfile"
)

// A Problem is something wrong with a configuration file.
type Problem struct {
	File         string
	Line, Column int    // from 1, in bytes; Column is 0 where only the line is known
	Message      string // one sentence without a full stop, with the path of the value
}

// Error returns "file:line: message".
func (p Problem) Error() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message) }

// Problems is everything wrong with a file, by line. It is never empty.
type Problems []Problem

// Error returns one line a problem.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// maxProblems bounds what is reported of one file.
const maxProblems = 50

// decoder reads one file.
type decoder struct {
	file     *yamlfile.File
	problems Problems
	origins  map[string]Origin
}

// errorf adds a problem. It always returns false, for use in a return statement.
func (d *decoder) errorf(n *yamlfile.Node, format string, args ...any) bool {
	d.problems = append(d.problems, Problem{
		File: d.file.Name, Line: n.Start.Line, Column: n.Start.Column, Message: fmt.Sprintf(format, args...),
	})
	return false
}

// from records where the value at a path was written.
func (d *decoder) from(n *yamlfile.Node, path string) {
	d.origins[path] = Origin{File: d.file.Name, Line: n.Start.Line}
}

// line is the line of a value that may be a default, or 0.
func (d *decoder) line(path string) int { return d.origins[path].Line }

// at adds a problem at the place of a path that has an origin.
func (d *decoder) at(path, format string, args ...any) {
	d.problems = append(d.problems, Problem{File: d.file.Name, Line: d.line(path), Message: fmt.Sprintf(format, args...)})
}

// err returns the problems by line, or nil.
func (d *decoder) err() error {
	if len(d.problems) == 0 {
		return nil
	}
	slices.SortStableFunc(d.problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	if more := len(d.problems) - maxProblems; more > 0 {
		d.problems = d.problems[:maxProblems]
		last := d.problems[maxProblems-1]
		last.Message, last.Column = fmt.Sprintf("and %d more problems", more), 0
		d.problems = append(d.problems, last)
	}
	return d.problems
}

// unknown is the message for a key that is not among the valid ones.
func unknown(what, key, path string, valid []string) string {
	where := ""
	if path != "" {
		where = " in " + path
	}
	if name, ok := nearest.Name(key, valid); ok {
		return fmt.Sprintf("unknown %s %s%s: did you mean %q?", what, quoted(key), where, name)
	}
	return fmt.Sprintf("unknown %s %s%s: use one of %s", what, quoted(key), where, strings.Join(valid, ", "))
}

// quoted quotes text of the file, and cuts what is too long to show.
func quoted(s string) string {
	const most = 60
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return fmt.Sprintf("%q", s)
}

// shown describes a value for a message.
func shown(n *yamlfile.Node) string {
	n = n.Resolve()
	switch {
	case n.Null():
		return "nothing"
	case n.Kind == yamlfile.Sequence:
		return "a list"
	case n.Kind == yamlfile.Mapping:
		return "a mapping"
	}
	return quoted(n.Text)
}

// join appends a key to a path.
func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
