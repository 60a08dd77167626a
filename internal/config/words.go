package config

import (
	"go/token"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/reslint/reslint/internal/yamlfile"
)

// Patterns are in the syntax that Go and JSON schema share. Of ASCII, a Go name has letters, digits and _ only.
const (
	importPattern = `[A-Za-z0-9_~][A-Za-z0-9_.~+-]*(/[A-Za-z0-9_.~+-]+)*`
	ident         = `[^\s\x00-\x40\x5b-\x5e\x60\x7b-\x7f][^\s\x00-\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\x7f]*`
)

// whole compiles a pattern for the whole of a text.
func whole(pattern string) *regexp.Regexp { return regexp.MustCompile("^(" + pattern + ")$") }

var (
	globText = text{
		want: "a path such as internal/legacy/** with / between names", pattern: whole(`[^/\\\s]([^\\]*[^\\\s])?`), check: checkGlob,
	}
	elementText = text{
		want: "one element of an import path such as testutil", pattern: whole(`[A-Za-z0-9_.~+-]+`),
	}
	folderText = text{
		want: "a folder such as internal/adapters/out, without ./ and *", pattern: whole(`[A-Za-z0-9_~][A-Za-z0-9_.~+-]*(/[A-Za-z0-9_~][A-Za-z0-9_.~+-]*)*`),
	}
	suffixText = text{
		want: "a word that starts with a capital letter, such as Adapter", pattern: whole(`[A-Z][A-Za-z0-9]*`),
	}
	systemText = text{
		want: "a name of letters, digits, - and _", pattern: whole(`[A-Za-z0-9][A-Za-z0-9_-]*`),
	}
	nameText = text{
		want: "a name", pattern: whole(`\S(.*\S)?`),
	}
	hostText = text{
		want: "a host name such as hooks.slack.com", check: checkHost,
		pattern: whole(`(\*\.)?[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*(:[0-9]{1,5})?`),
	}
	packageText = text{
		want: "an import path such as example.com/shop/sber or example.com/shop/sber/...", pattern: whole(importPattern + `(/\.\.\.)?`),
	}
	typeText = text{
		want: "a type such as example.com/shop/sber.Client", pattern: whole(importPattern + `\.` + ident), check: checkIdent,
	}
	funcText = text{
		want:    "a function such as example.com/shop/httpx.New or (*example.com/shop/httpx.Factory).Client",
		pattern: whole(importPattern + `\.` + ident + `|\(\*?` + importPattern + `\.` + ident + `\)\.` + ident), check: checkIdent,
	}
	identText = text{
		want: "a Go name", pattern: whole(ident), check: checkIdent,
	}
	dottedText = text{
		want: "a key such as client.pools, with dots for depth", pattern: whole(`[^\s.]+(\.[^\s.]+)*`),
	}
)

// checkIdent reports a last name that is none in Go.
func checkIdent(s string) string {
	if name := s[strings.LastIndex(s, ".")+1:]; token.IsKeyword(name) {
		return "has a keyword of Go for a name"
	}
	return ""
}

func checkGlob(s string) string {
	switch {
	case strings.Contains(s, `\`):
		return "has a backslash: write / between names"
	case strings.HasPrefix(s, "/"):
		return "is absolute: write the path relative to the file"
	case s != "." && strings.HasPrefix(path.Clean(s), ".."):
		return "leads out of the module"
	}
	if _, err := compileGlob(s); err != nil {
		return "is no valid pattern: " + err.Error()
	}
	return ""
}

func checkHost(s string) string {
	switch {
	case strings.Contains(s, "/"):
		return "is a URL: write the host only, such as hooks.slack.com"
	case strings.Contains(strings.TrimPrefix(s, "*."), "*"):
		return "may have a * only at its start, as in *.example.com"
	}
	return ""
}

// amount is a positive whole number or a duration, as text.
type amount struct{}

func (amount) decode(d *decoder, n *yamlfile.Node, path string) (string, bool) {
	v := n.Resolve()
	if v.Kind == yamlfile.Scalar && v.Tag == "!!int" {
		i, ok := integer{1, 1_000_000}.decode(d, n, path)
		return strconv.Itoa(i), ok
	}
	if v.Kind != yamlfile.Scalar || v.Tag != "!!str" {
		return "", d.errorf(n, "%s takes a duration such as 10s or a whole number, not %s", path, shown(n))
	}
	t, ok := duration{maxTimeout}.decode(d, n, path)
	return short(t), ok
}

func (amount) schema() object {
	return object{"oneOf": []object{integer{1, 1_000_000}.schema(), duration{}.schema()}}
}

func (amount) value(v string) any {
	if i, err := strconv.Atoi(v); err == nil {
		return i
	}
	return v
}
