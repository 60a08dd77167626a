// Package yamlfile reads YAML that somebody else wrote. It is the only place that knows the YAML library, and its
// nodes keep the place of every value in bytes, so that a finding can point at it and an edit can replace it.
//
// Everything is bounded: the size of a file, its depth, and what its aliases expand to. Whatever is wrong with a file
// comes back as an [Error] with its line. A byte order mark and every kind of line end are accepted; encodings other
// than UTF-8 are not.
package yamlfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Limits of a file.
const (
	MaxBytes    = 1 << 20   // size, in bytes
	MaxDepth    = 100       // mappings and sequences in each other
	MaxExpanded = 1_000_000 // nodes, each alias counted as what it stands for
)

// An Error is what is wrong with a file, and where.
type Error struct {
	File   string // as it was handed in
	Line   int    // from 1
	Column int    // in bytes from 1; 0 where only the line is known
	Msg    string // one clause, without the place
	Err    error  // the cause from the operating system, may be nil
}

// Error returns "file:line: message".
func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// A File is a parsed file. Its documents are in the order of the file; an empty file has none.
type File struct {
	Name string
	Data []byte // as read, a byte order mark included
	Docs []*Node

	lines *lines
}

// A Pos is a place in a file.
type Pos struct {
	Line   int // from 1
	Column int // in bytes from 1
	Offset int // in bytes from 0
}

// Kind is what a node is.
type Kind uint8

// The kinds of nodes.
const (
	Scalar Kind = iota + 1
	Mapping
	Sequence
	Alias
)

var kindNames = [...]string{Scalar: "scalar", Mapping: "mapping", Sequence: "sequence", Alias: "alias"}

// String returns a word for the kind.
func (k Kind) String() string {
	if int(k) < len(kindNames) && kindNames[k] != "" {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// A Node is a value in a file. An alias is a node of its own, with its own place; Resolve gives what it stands for.
type Node struct {
	Kind   Kind
	Tag    string // short: "!!int", "!!str", "!!null", "!mine"; that of plain scalars is derived from their text
	Text   string // of a scalar, unquoted; name of an alias
	Quoted bool   // a scalar in quotes, or a block scalar
	Anchor string // name of its anchor, if it has one
	Start  Pos    // first byte of the value, after anchor and tag
	End    Pos    // first byte after a scalar or alias; equal to Start for mappings and sequences
	Target *Node  // what an alias stands for; never an alias itself

	items []*Node // of a sequence; of a mapping, keys and values in turn
	pairs []Pair  // of a mapping, with merge keys resolved
	inner [2]int  // offsets of the text that an edit may replace; equal where there is none
}

// A Pair is an entry of a mapping.
type Pair struct {
	Key, Value *Node
	Merged     bool // it comes from a mapping behind a merge key
}

// Resolve returns the node itself, or what it stands for if it is an alias.
func (n *Node) Resolve() *Node {
	if n != nil && n.Kind == Alias {
		return n.Target
	}
	return n
}

// Null reports whether the value is absent, written as nothing, ~ or null.
func (n *Node) Null() bool {
	n = n.Resolve()
	return n == nil || n.Kind == Scalar && n.Tag == "!!null"
}

// Items returns the values of a sequence, or nil.
func (n *Node) Items() []*Node {
	if n = n.Resolve(); n == nil || n.Kind != Sequence {
		return nil
	}
	return n.items
}

// Pairs returns the entries of a mapping, or nil: first its own in the order of the file, then those that merge keys
// bring and it does not have. Keys that are no scalars are left out.
func (n *Node) Pairs() []Pair {
	if n = n.Resolve(); n == nil || n.Kind != Mapping {
		return nil
	}
	return n.pairs
}

// Get returns the value of a key, spelled exactly so, or nil.
func (n *Node) Get(key string) *Node {
	for _, p := range n.Pairs() {
		if p.Key.Resolve().Text == key {
			return p.Value
		}
	}
	return nil
}

// Editable returns the range, in bytes, whose replacement changes this scalar and nothing else: the text of a plain
// scalar or the text between simple quotes. There is none for other nodes, for text with escapes, and for a scalar
// with an anchor, which others may stand for.
func (n *Node) Editable() (from, to int, ok bool) {
	if n == nil || n.Kind != Scalar || n.Anchor != "" || n.inner[0] >= n.inner[1] {
		return 0, 0, false
	}
	return n.inner[0], n.inner[1], true
}

// Errorf returns an error at the node.
func (f *File) Errorf(n *Node, format string, args ...any) *Error {
	return &Error{File: f.Name, Line: n.Start.Line, Column: n.Start.Column, Msg: fmt.Sprintf(format, args...)}
}

// Read reads and parses the file at path; name stands for it in errors. Only regular files are read.
func Read(path, name string) (*File, error) {
	data, err := ReadBytes(path, name)
	if err != nil {
		return nil, err
	}
	return Parse(name, data)
}

// ReadBytes reads at most MaxBytes of a regular file; a larger one is an error.
func ReadBytes(path, name string) ([]byte, error) {
	fail := func(err error) ([]byte, error) {
		var pathErr *fs.PathError
		if errors.As(err, &pathErr) {
			err = pathErr.Err // the path is in the place of the error already
		}
		return nil, &Error{File: name, Line: 1, Msg: err.Error(), Err: err}
	}
	info, err := os.Stat(path) // before Open, which would wait for a named pipe
	if err != nil {
		return fail(err)
	}
	if !info.Mode().IsRegular() {
		return fail(errors.New("not a regular file"))
	}
	file, err := os.Open(path)
	if err != nil {
		return fail(err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, MaxBytes+1))
	if err != nil {
		return fail(err)
	}
	if len(data) > MaxBytes {
		return fail(tooLarge)
	}
	return data, nil
}

var tooLarge = fmt.Errorf("the file is larger than %d KiB", MaxBytes>>10)
