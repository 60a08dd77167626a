package suppress

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

const (
	namespace = "reslint:"
	keyword   = namespace + "ignore"
)

// parseIgnore reads a comment whose text, from offset on, follows the comment marker. It returns nil where the
// comment is no directive. marker is what to write before the keyword in advice.
//
// Behind "//" without a space every "reslint:" is meant as a directive. Behind a space it is one only where the rest
// has the right form, because it may be prose.
func parseIgnore(comment string, offset int, marker string, strict bool) *Directive {
	body := comment[offset:]
	rest, ok := strings.CutPrefix(body, namespace)
	if !ok {
		return nil
	}
	word, _, _ := strings.Cut(strings.Map(spaces, rest), " ")
	if namespace+word != keyword {
		if !strict {
			return nil
		}
		return &Directive{fault: fmt.Sprintf("%s is no directive: write %s%s CHECK -- reason", quote(namespace+word), marker, keyword)}
	}
	d := parseNames(comment, offset+len(keyword), marker)
	if d.fault != "" && !strict && !looksMeant(comment[offset+len(keyword):]) {
		return nil
	}
	return d
}

func spaces(r rune) rune {
	if unicode.IsSpace(r) {
		return ' '
	}
	return r
}

// parseNames reads "CHECK[,CHECK] -- reason" from offset on.
func parseNames(comment string, offset int, marker string) *Directive {
	d := &Directive{}
	list, reason, found := cutReason(comment[offset:])
	d.Reason = strings.TrimSpace(reason)
	at := offset
	for item := range strings.SplitSeq(list, ",") {
		name := strings.TrimSpace(item)
		if name != "" {
			d.Names = append(d.Names, Name{Text: name, Offset: at + strings.Index(item, name)})
		}
		at += len(item) + len(",")
	}
	d.fault = fault(d, list, found, marker)
	return d
}

// fault says what is wrong with the form of the directive, or nothing.
func fault(d *Directive, list string, found bool, marker string) string {
	if len(d.Names) == 0 {
		return fmt.Sprintf("names no check: write %s%s CHECK -- reason", marker, keyword)
	}
	first := strings.Fields(d.Names[0].Text)[0]
	switch {
	case !found:
		return fmt.Sprintf("gives no reason: write %s%s %s -- reason", marker, keyword, clip(first))
	case !strings.ContainsFunc(d.Reason, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		return `gives no reason: write one after " -- "`
	case strings.Count(list, ",") >= len(d.Names):
		return "has a comma without a check name"
	}
	for _, n := range d.Names {
		if strings.ContainsFunc(n.Text, unicode.IsSpace) {
			return fmt.Sprintf("has %s where one check name is expected: put commas between names", quote(n.Text))
		}
	}
	return ""
}

// cutReason splits at the first "--" that stands at the start or behind a space.
func cutReason(s string) (list, reason string, found bool) {
	for i := 0; i+1 < len(s); i++ {
		if s[i] == '-' && s[i+1] == '-' && (i == 0 || s[i-1] == ' ' || s[i-1] == '\t') {
			return s[:i], s[i+2:], true
		}
	}
	return s, "", false
}

var meant = regexp.MustCompile(`^\s+[a-z0-9]+(-[a-z0-9]+)+(\s*,\s*[a-z0-9]+(-[a-z0-9]+)+)*\s*($|//|--)`)

// looksMeant reports whether the text behind a keyword is a list of names in kebab-case with nothing but a reason
// behind it.
func looksMeant(rest string) bool { return meant.MatchString(rest) }

var nolint = regexp.MustCompile(`^nolint( |:|$)`)

// parseNolint reads a line comment as golangci-lint does, and returns nil where it does not silence reslint.
func parseNolint(comment string) *Directive {
	text := strings.TrimLeft(comment, "/ ")
	if !nolint.MatchString(text) {
		return nil
	}
	head, reason, _ := strings.Cut(text, "//")
	d := &Directive{Nolint: true, Reason: strings.TrimSpace(reason)}
	list, named := strings.CutPrefix(head, "nolint:")
	if !named || strings.HasPrefix(list, "all") {
		return d
	}
	for item := range strings.SplitSeq(list, ",") {
		switch strings.ToLower(strings.TrimSpace(item)) {
		case LinterName, "all":
			return d
		}
	}
	return nil
}
