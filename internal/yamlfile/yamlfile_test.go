package yamlfile_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/yamlfile"
)

func parse(t *testing.T, text string) *yamlfile.File {
	t.Helper()
	f, err := yamlfile.Parse("settings.yaml", []byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return f
}

// source is the text that a node covers.
func source(f *yamlfile.File, n *yamlfile.Node) string {
	return string(f.Data[n.Start.Offset:n.End.Offset])
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text   string
		line, column int
		source, edit string // edit: the text an edit replaces, "" if there is none
	}{
		{"plain", "a: 1\nkey: 12 # why\n", 2, 6, "12", "12"},
		{"double quotes", "key: \"12\"\n", 1, 6, `"12"`, "12"},
		{"single quotes", "key: '12'  \n", 1, 6, `'12'`, "12"},
		{"escapes are not edited", `key: "\x31"`, 1, 6, `"\x31"`, ""},
		{"escaped quote", `key: "a\"b" # "`, 1, 6, `"a\"b"`, ""},
		{"doubled quote", `key: 'it''s' # '`, 1, 6, `'it''s'`, ""},
		{"anchored values are not edited", "key: &n 12\n", 1, 9, "12", ""},
		{"tag", "key: !!str 12\n", 1, 12, "12", "12"},
		{"tag and anchor", "key: !!int &n 12\n", 1, 15, "12", ""},
		{"alias", "other: &n 12\nkey: *n # here\n", 2, 6, "*n", ""},
		{"flow", "a: {b: 1, key: 12}\nkey: 3", 2, 6, "3", "3"},
		{"after other scripts", "имя: 1\nключ: {ж: 'ё'}\nkey: 'ёж'\n", 3, 6, "'ёж'", "ёж"},
		{"same line as other scripts", "{ключ: 1, key: 12}", 1, 20, "12", "12"},
		{"carriage returns", "a: 1\r\nkey: 12\r\n", 2, 6, "12", "12"},
		{"lone carriage returns", "a: 1\rkey: 12\r", 2, 6, "12", "12"},
		{"byte order mark", "\uFEFFkey: 12\n", 1, 9, "12", "12"},
		{"breaks that editors do not know", "# a\u2028# b\u0085# c\u2029a: 1\nkey: 12\n", 2, 6, "12", "12"},
		{"value on the next line", "key:\n    12\n", 2, 5, "12", "12"},
		{"anchor above", "key: &n # why\n  12\n", 2, 3, "12", ""},
		{"block", "key: |\n  12\n", 1, 6, "|", ""},
		{"several lines", "key: one\n  two\n", 1, 6, "one", ""},
		{"nothing", "key:\n", 1, 5, "", ""},
		{"merged", "d: &d\n  key: 12\n<<: *d\n", 2, 8, "12", "12"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := parse(t, c.text)
			n := f.Docs[0].Get("key")
			if n == nil {
				t.Fatal("no key")
			}
			if n.Start.Line != c.line || n.Start.Column != c.column || source(f, n) != c.source {
				t.Errorf("at %d:%d stands %q, want %q at %d:%d",
					n.Start.Line, n.Start.Column, source(f, n), c.source, c.line, c.column)
			}
			from, to, ok := n.Editable()
			if ok != (c.edit != "") || string(f.Data[from:to]) != c.edit {
				t.Errorf("an edit replaces %q (%v), want %q", f.Data[from:to], ok, c.edit)
			}
		})
	}
}

func TestMerge(t *testing.T) {
	t.Parallel()
	f := parse(t, `
a: &a {x: 1, y: 2, z: 3}
b: &b
  <<: *a
  x: 10
both: {y: own, <<: [*b, *a]}
whole: *b
`)
	for path, want := range map[string]string{
		"b.x": "10", "b.y": "2", "both.x": "10", "both.y": "own", "both.z": "3", "whole.x": "10", "whole.z": "3",
	} {
		outer, inner, _ := strings.Cut(path, ".")
		if got := f.Docs[0].Get(outer).Get(inner).Resolve().Text; got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
	for _, p := range f.Docs[0].Get("both").Pairs() {
		if p.Merged != (p.Key.Text != "y") {
			t.Errorf("%s: merged is %v", p.Key.Text, p.Merged)
		}
	}
}

func TestDocuments(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"": 0, "\n": 0, "# only a comment\n": 0, "a: 1": 1, "---\na: 1\n---\nb: 2\n...\n": 2, "--- {}\n---\n": 2,
	} {
		if got := len(parse(t, text).Docs); got != want {
			t.Errorf("%q has %d documents, want %d", text, got, want)
		}
	}
	f := parse(t, "a: ~\nb: null\nc:\nd: ''\ne: x\n")
	for key, want := range map[string]bool{"a": true, "b": true, "c": true, "d": false, "e": false, "f": true} {
		if got := f.Docs[0].Get(key).Null(); got != want {
			t.Errorf("%s: null is %v", key, got)
		}
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	pad := strings.Repeat("# padding\n", 20)
	for _, c := range []struct {
		name, text string
		line       int
		msg        string
	}{
		{"indentation", "database:\n  pool_size: 40\nclient:\n  sber:\n    max_concurrent: 10\n   max_connections: 12\n", 6, "check its indentation"},
		{"indentation far down", pad + "a:\n  b: 1\n   c: 2\n" + pad, 23, "mapping values are not allowed"},
		{"dedent far down", pad + "a:\n    b: 1\n   c: 2\n" + pad, 23, "check its indentation"},
		{"first line", "a: b: c\n", 1, "mapping values are not allowed"},
		{"list in a mapping", "a: 1\n- b\n", 2, "did not find expected"},
		{"open flow", "a: 1\nb: [1, 2\nc: 3\n", 2, "did not find expected ',' or ']'"},
		{"open quote", "a: 1\nb: \"x\nc: 3\n", 2, "unexpected end of stream"},
		{"tab", "client:\n\tsber: 1\n", 2, "a tab indents the line"},
		{"duplicate", "a: 1\nb: 2\na: 3\n", 3, `the key "a" is in line 1 already`},
		{"duplicate inside", "a:\n  - {b: 1,\n     \"b\": 2}\n", 3, `the key "b" is in line 2 already`},
		{"unknown anchor", "a: 1\nb: *nobody\n", 2, "the alias *nobody has no anchor"},
		{"alias in itself", "a: 1\nb: &b\n  c: *b\n", 3, "stands for itself"},
		{"merge of itself", "a: 1\nb: &b\n  <<: *b\n", 3, "stands for itself"},
		{"merge of a number", "a: 1\nb:\n  <<: 3\n", 3, "a merge key takes a mapping"},
		{"merge of numbers", "a: 1\nb:\n  <<: [{}, 3]\n", 3, "a merge key takes mappings"},
		{"not UTF-8", "a: 1\nb: \xff\xfe\n", 2, "no UTF-8"},
		{"UTF-16", "\xff\xfea\x00:\x00", 1, "no UTF-8"},
		{"NUL", "a: 1\nb: \x00\n", 2, "U+0000 is not allowed"},
		{"byte order mark inside", "a: 1\n\uFEFFb: 1\n", 2, "U+FEFF is not allowed"},
		{"carriage returns", "a: 1\r\nb: 2\r\na: 3\r\n", 3, "in line 1 already"},
		{"deep flow", "a: 1\nb: " + strings.Repeat("[", 101) + strings.Repeat("]", 101), 2, "more than 100 deep"},
		{"very deep flow", "a: 1\nb: " + strings.Repeat("[", 20_000), 2, "exceeded max depth"},
		{"deep block", deep(150), 101, "more than 100 deep"},
		{"laughs", laughs(), 7, "aliases expand to more than 1000000 nodes"},
		{"huge", strings.Repeat("a", yamlfile.MaxBytes+1), 1, "larger than 1024 KiB"},
		{"undefined tag handle", "a: 1\nb: !e!x 1\n", 2, "undefined tag handle"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := yamlfile.Parse("config/settings.yaml", []byte(c.text))
			var e *yamlfile.Error
			if !errors.As(err, &e) {
				t.Fatalf("no *Error but %v", err)
			}
			if e.Line != c.line || !strings.Contains(e.Msg, c.msg) {
				t.Errorf("got %v, want line %d: %s", err, c.line, c.msg)
			}
			if want := fmt.Sprintf("config/settings.yaml:%d: ", c.line); !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%q does not start with %q", err, want)
			}
		})
	}
}

func deep(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%sa:\n", strings.Repeat(" ", i))
	}
	return b.String()
}

func laughs() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x]\n")
	for i := 1; i < 10; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), 10), ","))
	}
	return b.String()
}

func TestRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if f, err := yamlfile.Read(write("ok.yaml", "a: 1\n"), "ok.yaml"); err != nil || f.Docs[0].Get("a").Text != "1" {
		t.Errorf("%+v, %v", f, err)
	}
	for path, want := range map[string]string{
		write("huge.yaml", strings.Repeat("a", yamlfile.MaxBytes+1)): "c.yaml:1: the file is larger",
		filepath.Join(dir, "missing.yaml"):                           "c.yaml:1: no such file",
		dir:                                                          "c.yaml:1: not a regular file",
	} {
		if _, err := yamlfile.Read(path, "c.yaml"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
	if _, err := yamlfile.Read(filepath.Join(dir, "missing.yaml"), "c.yaml"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v is not os.ErrNotExist", err)
	}
}

// FuzzParse checks what must hold for any text: no panic, a line inside the file for every error, places inside the
// file, and edits that change the one value they are for.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "a: 1\n", "\uFEFFa: 1\r\nb: [x, 'y', \"z\"]\r\n", "a: &a {b: 1}\nc: *a\nd:\n  <<: *a\n  e: 2\n", "a: &a [*a]\n",
		"a:\n\tb: 1\n", "a: |\n  text\nb: >-\n  more\n", "? [a, b]\n: c\n", "---\na: 1\n---\nb: !!str 2\n...\n", "a: *x\n",
		"a: 'it''s'\nb: \"\\\"\"\n", "ключ: ёж\n", "a: \xff", "{{ .Values.x }}: 1\n", "[[[[[[", "a: b: c", "- - - 1", laughs(),
		"a: !!int &n 12\nb: *n", "a: 1 #\u2028b: 2\n", "%YAML 1.1\n---\na: yes\n", "a: 1\na: 2\n", "<<: {a: 1}\n<<: 2\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := yamlfile.Parse("f.yaml", []byte(text))
		if err != nil {
			var e *yamlfile.Error
			if !errors.As(err, &e) || e.Line < 1 || e.Line > 1+strings.Count(text, "\n")+strings.Count(text, "\r") {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		for _, doc := range file.Docs {
			checkNode(t, file, doc)
		}
	})
}

func checkNode(t *testing.T, f *yamlfile.File, n *yamlfile.Node) {
	t.Helper()
	if n.Start.Offset < 0 || n.End.Offset < n.Start.Offset || n.End.Offset > len(f.Data) || n.Start.Line < 1 || n.Start.Column < 1 {
		t.Fatalf("%+v is outside the file", n)
	}
	from, to, ok := n.Editable()
	if ok && (from < n.Start.Offset || to > n.End.Offset || string(f.Data[from:to]) != n.Text) {
		t.Fatalf("an edit of %+v replaces %q", n, f.Data[from:to])
	}
	if n.Kind == yamlfile.Alias {
		return
	}
	for _, item := range n.Items() {
		checkNode(t, f, item)
	}
	for _, p := range n.Pairs() {
		if !p.Merged {
			checkNode(t, f, p.Key)
			checkNode(t, f, p.Value)
		}
	}
}
