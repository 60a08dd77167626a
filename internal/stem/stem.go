// Package stem answers which external system a name speaks of: sberClient, SBER_SEM and sber-adapter all speak of sber.
//
// A name is cut into words at separators and changes of case. Words that say what a thing is for (client, breaker,
// settings) or how it works (http, retry, default) are dropped at both ends; the rest is the stem. Where nothing is
// left the name speaks of no system, and is evidence of nothing.
package stem

import (
	"slices"
	"strings"
	"unicode"

	"github.com/reslint/reslint/internal/nearest"
	"github.com/reslint/reslint/internal/settings"
)

// A Name is a name that was cut into words.
type Name struct {
	Text  string   // as it is written
	words []string // all of them, in lower case
	from  int      // the stem's words are words[from:to]
	to    int
}

// Of cuts the name of a variable, field, type, function, package or breaker.
func Of(text string) Name { return cut(text, plain) }

// OfEnv cuts the name of an environment variable or setting, at whose end stands what is set: SBER_BASE_URL.
func OfEnv(text string) Name {
	return cut(text, func(w string) bool { return plain(w) || slices.Contains(properties, w) })
}

// maxText bounds the work for a text that is no name at all.
const maxText = 100

func cut(text string, drop func(string) bool) Name {
	if len(text) > maxText {
		return Name{Text: text}
	}
	n := Name{Text: text, words: words(text)}
	n.to = len(n.words)
	for n.to > 0 && drop(n.words[n.to-1]) {
		n.to--
	}
	for n.from < n.to && drop(n.words[n.from]) {
		n.from++
	}
	return n
}

// Stem returns the words of the stem without separators, in lower case; "" is none. Equal stems are one system.
func (n Name) Stem() string { return strings.Join(n.words[n.from:n.to], "") }

// Known reports whether the name speaks of a system.
func (n Name) Known() bool { return n.from < n.to }

// Join returns the words of the stem with a separator between them.
func (n Name) Join(sep string) string { return strings.Join(n.words[n.from:n.to], sep) }

// HasRole reports whether one of the name's own words says that it names a part of a unit, such as a client.
func (n Name) HasRole() bool {
	return slices.ContainsFunc(n.words, func(w string) bool { return slices.Contains(parts, w) })
}

// IsDefault reports whether the name is "default", with or without the word for a part.
func (n Name) IsDefault() bool {
	found := false
	for _, w := range n.words {
		if w != "default" && !slices.Contains(parts, w) {
			return false
		}
		found = found || w == "default"
	}
	return found
}

// Says reports whether the name speaks of another one's system, perhaps among other things.
func (n Name) Says(m Name) bool { return m.Known() && n.Known() && n.says(m.Stem()) }

// Agrees reports whether two names may speak of one system: the stems are equal but for a plural, or all that one of
// them says is said by the other as well (sber and sberRefunds). A name without a stem agrees with every other.
func (n Name) Agrees(m Name) bool {
	return !n.Known() || !m.Known() || m.says(n.Stem()) || n.says(m.Stem())
}

// says reports whether neighbouring words of the name make the stem.
func (n Name) says(stem string) bool {
	for from := range n.words {
		for to := from + 1; to <= len(n.words); to++ {
			if singular(strings.Join(n.words[from:to], "")) == singular(stem) {
				return true
			}
		}
	}
	return false
}

// singular drops the s of a plural.
func singular(s string) string {
	switch {
	case len(s) > 4 && strings.HasSuffix(s, "ies"):
		return strings.TrimSuffix(s, "ies") + "y"
	case len(s) > 3 && strings.HasSuffix(s, "s") && !strings.HasSuffix(s, "ss"):
		return strings.TrimSuffix(s, "s")
	}
	return s
}

// Near returns which of the candidates was probably meant by a name that is none of them: by mistyping (sbr for sber)
// or by shortening (ins for insurance).
func (n Name) Near(candidates []string) (string, bool) {
	if !n.Known() {
		return "", false
	}
	for _, c := range candidates {
		if short := n.Stem(); len(short) > 1 && short != Of(c).Stem() && strings.HasPrefix(Of(c).Stem(), short) {
			return c, true
		}
	}
	return nearest.Name(n.Join("-"), candidates)
}

// words cuts a name. Words of one letter stay with what follows (gRPC, eBay, OAuth), and a role that is written on to
// a single word in lower case is cut off (package sberclient).
func words(text string) []string {
	all := settings.Words(text)
	var out []string
	for i := 0; i < len(all); i++ {
		w := all[i]
		if len(w) == 1 && unicode.IsLetter(rune(w[0])) && i+1 < len(all) && (w+all[i+1] == "grpc" || w+all[i+1] == "oauth" || !plain(all[i+1])) {
			i++
			w += all[i]
		}
		out = append(out, w)
	}
	if len(out) == 1 && text == out[0] {
		return glued(out[0])
	}
	return out
}

// glued cuts a role off the end of a word.
func glued(w string) []string {
	if plain(w) {
		return []string{w}
	}
	for _, role := range attached {
		if rest, ok := strings.CutSuffix(w, role); ok && len(rest) > 1 {
			return []string{rest, role}
		}
	}
	return []string{w}
}
