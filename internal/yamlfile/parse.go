package yamlfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// Parse parses the text of a file; name stands for it in errors. Every error is an *Error.
func Parse(name string, data []byte) (*File, error) {
	if len(data) > MaxBytes {
		return nil, &Error{File: name, Line: 1, Msg: tooLarge.Error(), Err: tooLarge}
	}
	f := &File{Name: name, Data: data, lines: newLines(data)}
	if offset, msg := f.lines.unreadable(); msg != "" {
		p := f.lines.pos(offset)
		return nil, &Error{File: name, Line: p.Line, Column: p.Column, Msg: msg}
	}
	docs, err := decode(data)
	if err != nil {
		return nil, f.syntaxError(err)
	}
	c := converter{file: f, nodes: make(map[*yaml.Node]*Node), expanded: make(map[*Node]int)}
	for _, doc := range docs {
		n, err := c.document(doc)
		if err != nil {
			return nil, err
		}
		if n != nil {
			f.Docs = append(f.Docs, n)
		}
	}
	return f, nil
}

// decode returns the documents as the library sees them. A panic of the library is an error of the file.
func decode(data []byte) (docs []*yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			docs, err = nil, fmt.Errorf("the YAML library gave up: %v", r)
		}
	}()
	dec := yaml.NewDecoder(bytes.NewReader(data))
	for {
		doc := new(yaml.Node)
		switch err := dec.Decode(doc); {
		case errors.Is(err, io.EOF):
			return docs, nil
		case err != nil:
			return nil, err
		}
		docs = append(docs, doc)
	}
}

var (
	lineOf        = regexp.MustCompile(`^yaml: line (\d+): (?s:(.*))$`)
	unknownAnchor = regexp.MustCompile(`^unknown anchor '(.*)' referenced$`)
)

// parserProblems are the errors that the library counts from line 0 and places at the start of the block around them.
var parserProblems = []string{
	"did not find expected <", "did not find expected node content", "did not find expected '-' indicator",
	"did not find expected key", "did not find expected ',' or", "found undefined tag handle",
	"found duplicate %", "found incompatible YAML document",
}

// syntaxError gives an error of the library its line, as near to the cause as it can be told.
func (f *File) syntaxError(err error) *Error {
	line, msg := 1, strings.TrimPrefix(err.Error(), "yaml: ")
	if m := lineOf.FindStringSubmatch(err.Error()); m != nil {
		line, _ = strconv.Atoi(m[1])
		msg = m[2]
	}
	if m := unknownAnchor.FindStringSubmatch(msg); m != nil {
		line, msg = f.aliasLine(m[1]), fmt.Sprintf("the alias *%s has no anchor &%s before it", m[1], m[1])
	}
	for _, p := range parserProblems {
		if strings.HasPrefix(msg, p) {
			line = f.parserLine(line+1, msg)
			break
		}
	}
	line = min(max(line, 1), len(f.lines.yaml))
	text := f.lines.text(line)
	switch {
	case strings.Contains(string(text[:len(text)-len(bytes.TrimLeft(text, " \t"))]), "\t"):
		msg = "a tab indents the line, and YAML allows spaces only"
	case msg == "did not find expected key":
		msg += ": the line fits none of the mappings around it, check its indentation"
	}
	return &Error{File: f.Name, Line: f.lines.pos(f.lines.yaml[line-1]).Line, Msg: msg}
}

// aliasLine finds the line of an alias that has no anchor.
func (f *File) aliasLine(name string) int {
	re := regexp.MustCompile(`\*` + regexp.QuoteMeta(name) + `(?:[\s,\]}]|$)`)
	for line := 1; line <= len(f.lines.yaml); line++ {
		if re.Match(f.lines.text(line)) {
			return line
		}
	}
	return 1
}

// searchBytes is the size up to which the line of an error is looked for by parsing parts of the file.
const searchBytes = 128 << 10

// parserLine finds the line that breaks the block which the library names: the first one without which the lines
// before it parse.
func (f *File) parserLine(line int, msg string) int {
	if len(f.Data) > searchBytes {
		return line
	}
	good, bad := 0, len(f.lines.yaml)
	for bad-good > 1 {
		half := good + (bad-good)/2
		_, err := decode(f.Data[:f.lines.yaml[half]]) // the first half lines
		if err != nil && strings.HasSuffix(err.Error(), msg) {
			bad = half
		} else {
			good = half
		}
	}
	return max(bad, line)
}

// converter turns the library's nodes into ours and refuses what is unbounded.
type converter struct {
	file     *File
	nodes    map[*yaml.Node]*Node
	expanded map[*Node]int // size with aliases expanded; -1 while it is being counted
}

func (c *converter) document(doc *yaml.Node) (*Node, error) {
	if doc.Kind != yaml.DocumentNode || len(doc.Content) == 0 {
		return nil, nil
	}
	n, err := c.node(doc.Content[0], 0)
	if err != nil {
		return nil, err
	}
	if _, err := c.size(n); err != nil {
		return nil, err
	}
	if err := c.merge(n); err != nil {
		return nil, err
	}
	return n, nil
}

func (c *converter) node(y *yaml.Node, depth int) (*Node, error) {
	offset := c.file.lines.offset(y.Line, y.Column)
	n := &Node{Tag: y.ShortTag(), Text: y.Value, Anchor: y.Anchor}
	c.nodes[y] = n
	switch y.Kind {
	case yaml.ScalarNode:
		n.Kind, n.Quoted = Scalar, y.Style&^yaml.TaggedStyle != 0
		c.file.span(n, offset)
		return n, nil
	case yaml.AliasNode:
		n.Kind, n.Tag = Alias, ""
		n.Start, n.End = c.file.lines.pos(offset), c.file.lines.pos(min(offset+1+len(y.Value), len(c.file.Data)))
		n.Target = c.nodes[y.Alias].Resolve()
		if n.Target == nil {
			return nil, c.file.Errorf(n, "the alias *%s stands for nothing", y.Value)
		}
		return n, nil
	case yaml.MappingNode:
		n.Kind = Mapping
	case yaml.SequenceNode:
		n.Kind = Sequence
	default:
		return nil, c.file.Errorf(n, "unknown kind of node")
	}
	n.Start = c.file.lines.pos(min(c.file.skipProperties(offset, len(c.file.Data)), len(c.file.Data)))
	n.End = n.Start
	if depth >= MaxDepth {
		return nil, c.file.Errorf(n, "mappings and sequences are more than %d deep", MaxDepth)
	}
	for _, child := range y.Content {
		item, err := c.node(child, depth+1)
		if err != nil {
			return nil, err
		}
		n.items = append(n.items, item)
	}
	if n.Kind == Mapping {
		return n, c.duplicates(n)
	}
	return n, nil
}

// duplicates refuses a mapping with one key twice.
func (c *converter) duplicates(n *Node) error {
	seen := make(map[string]*Node, len(n.items)/2)
	for i := 0; i+1 < len(n.items); i += 2 {
		key := n.items[i].Resolve()
		if key.Kind != Scalar {
			continue
		}
		if first, ok := seen[key.Text]; ok {
			return c.file.Errorf(n.items[i], "the key %q is in line %d already", key.Text, first.Start.Line)
		}
		seen[key.Text] = n.items[i]
	}
	return nil
}

// size counts the nodes with aliases expanded, and refuses what has no end.
func (c *converter) size(n *Node) (int, error) {
	switch size := c.expanded[n]; {
	case size < 0:
		return 0, c.file.Errorf(n, "an alias in the anchor &%s stands for itself", n.Anchor)
	case size > 0:
		return size, nil
	}
	c.expanded[n] = -1
	total := 1
	children := n.items
	if n.Kind == Alias {
		children = []*Node{n.Target}
	}
	for _, child := range children {
		size, err := c.size(child)
		if err != nil {
			return 0, err
		}
		if total += size; total > MaxExpanded {
			return 0, c.file.Errorf(n, "aliases expand to more than %d nodes", MaxExpanded)
		}
	}
	c.expanded[n] = total
	return total, nil
}

// merge fills in the pairs of a mapping and of everything in it. It needs a tree without cycles.
func (c *converter) merge(n *Node) error {
	if n.Kind == Alias || n.pairs != nil {
		return nil // a target is visited where it stands
	}
	for _, item := range n.items {
		if err := c.merge(item); err != nil {
			return err
		}
	}
	if n.Kind == Mapping {
		return c.mergeKeys(n)
	}
	return nil
}

func (c *converter) mergeKeys(n *Node) error {
	n.pairs = make([]Pair, 0, len(n.items)/2)
	has := make(map[string]bool)
	var sources []*Node
	for i := 0; i+1 < len(n.items); i += 2 {
		key, value := n.items[i], n.items[i+1]
		switch k := key.Resolve(); {
		case k.Tag == "!!merge":
			from, err := c.mergeSources(value)
			if err != nil {
				return err
			}
			sources = append(sources, from...)
		case k.Kind == Scalar:
			has[k.Text] = true
			n.pairs = append(n.pairs, Pair{Key: key, Value: value})
		}
	}
	for _, source := range sources {
		if err := c.merge(source); err != nil {
			return err
		}
		for _, p := range source.pairs {
			if text := p.Key.Resolve().Text; !has[text] {
				has[text] = true
				n.pairs = append(n.pairs, Pair{Key: p.Key, Value: p.Value, Merged: true})
			}
		}
	}
	return nil
}

// mergeSources returns the mappings behind a merge key: one, or a sequence of them, the first the strongest.
func (c *converter) mergeSources(value *Node) ([]*Node, error) {
	target := value.Resolve()
	if target.Kind == Mapping {
		return []*Node{target}, nil
	}
	var sources []*Node
	for _, item := range target.Items() {
		if item.Resolve().Kind != Mapping {
			return nil, c.file.Errorf(item, "a merge key takes mappings, not a %s", item.Resolve().Kind)
		}
		sources = append(sources, item.Resolve())
	}
	if target.Kind != Sequence {
		return nil, c.file.Errorf(value, "a merge key takes a mapping, not a %s", target.Kind)
	}
	return sources, nil
}
