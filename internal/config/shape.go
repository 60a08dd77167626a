package config

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/reslint/reslint/internal/yamlfile"
)

// A shape says how values of type V are written: it reads and checks them, describes itself in JSON schema, and
// writes them back.
type shape[V any] interface {
	// decode reads a value. It reports everything that is wrong with it and returns false then.
	decode(d *decoder, n *yamlfile.Node, path string) (V, bool)
	// schema describes what decode accepts, as far as JSON schema can.
	schema() object
	// value is what decode would read v from: nil, bool, string, int, float64, []any or entries.
	value(v V) any
}

// object is a JSON object.
type object = map[string]any

// scalar returns the text of a scalar with one of the tags, or reports that want is expected.
func scalar(d *decoder, n *yamlfile.Node, path, want string, tags ...string) (string, bool) {
	v := n.Resolve()
	if v.Kind != yamlfile.Scalar || !slices.Contains(tags, v.Tag) {
		if v.Kind == yamlfile.Scalar && slices.Equal(tags, []string{"!!str"}) && !v.Null() {
			return "", d.errorf(n, "%s takes %s, not %s: put it in quotes", path, want, quoted(v.Text))
		}
		return "", d.errorf(n, "%s takes %s, not %s", path, want, shown(n))
	}
	return v.Text, true
}

type boolean struct{}

func (boolean) decode(d *decoder, n *yamlfile.Node, path string) (bool, bool) {
	text, ok := scalar(d, n, path, "true or false", "!!bool")
	return strings.EqualFold(text, "true"), ok
}

func (boolean) schema() object   { return object{"type": "boolean"} }
func (boolean) value(v bool) any { return v }

// integer is a whole number in a range.
type integer struct{ min, max int }

func (s integer) want() string { return fmt.Sprintf("a whole number from %d to %d", s.min, s.max) }

func (s integer) decode(d *decoder, n *yamlfile.Node, path string) (int, bool) {
	text, ok := scalar(d, n, path, s.want(), "!!int")
	if !ok {
		return 0, false
	}
	i, err := strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 0, 64)
	if err != nil || i < int64(s.min) || i > int64(s.max) {
		return 0, d.errorf(n, "%s takes %s, not %s", path, s.want(), clip(text))
	}
	return int(i), true
}

func (s integer) schema() object {
	return object{"type": "integer", "minimum": s.min, "maximum": s.max}
}
func (integer) value(v int) any { return v }

// number is a number in a range.
type number struct{ min, max float64 }

func (s number) want() string { return fmt.Sprintf("a number from %v to %v", s.min, s.max) }

func (s number) decode(d *decoder, n *yamlfile.Node, path string) (float64, bool) {
	text, ok := scalar(d, n, path, s.want(), "!!int", "!!float")
	if !ok {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || f < s.min || f > s.max {
		return 0, d.errorf(n, "%s takes %s, not %s", path, s.want(), clip(text))
	}
	return f, true
}

func (s number) schema() object {
	return object{"type": "number", "minimum": s.min, "maximum": s.max}
}
func (number) value(v float64) any { return v }

// duration is a positive Go duration with a unit, up to max.
type duration struct{ max time.Duration }

// What a duration looks like in time.ParseDuration's format, without signs and bare points; and what is 0.
const (
	durationPattern = `^([0-9]+(\.[0-9]+)?(h|m|s|ms|us|µs|ns))+$`
	noDuration      = `^[0.hmsuµn]*$`
)

var durationForm = regexp.MustCompile(durationPattern)

func (s duration) decode(d *decoder, n *yamlfile.Node, path string) (time.Duration, bool) {
	const want = "a duration such as 10s or 1m30s"
	v := n.Resolve()
	if v.Kind == yamlfile.Scalar && (v.Tag == "!!int" || v.Tag == "!!float") {
		return 0, d.errorf(n, "%s takes %s: %s has no unit", path, want, clip(v.Text))
	}
	text, ok := scalar(d, n, path, want, "!!str")
	if !ok {
		return 0, false
	}
	v2, err := time.ParseDuration(text)
	switch {
	case err != nil || !durationForm.MatchString(text) && v2 > 0:
		return 0, d.errorf(n, "%s takes %s, not %s", path, want, quoted(text))
	case v2 <= 0:
		return 0, d.errorf(n, "%s must be longer than 0, and is %s", path, text)
	case v2 > s.max:
		return 0, d.errorf(n, "%s must be at most %s, and is %s", path, short(s.max), clip(text))
	}
	return v2, true
}

func (duration) schema() object {
	return object{"type": "string", "pattern": durationPattern, "not": object{"pattern": noDuration}}
}
func (duration) value(v time.Duration) any { return short(v) }

// short writes a duration without zero parts: "1h" and not "1h0m0s".
func short(v time.Duration) string {
	s := v.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// enum is one of a list of words.
type enum[S ~string] struct{ words []S }

func (s enum[S]) names() []string {
	names := make([]string, len(s.words))
	for i, w := range s.words {
		names[i] = string(w)
	}
	return names
}

func (s enum[S]) decode(d *decoder, n *yamlfile.Node, path string) (S, bool) {
	text, ok := scalar(d, n, path, "one of "+strings.Join(s.names(), ", "), "!!str")
	if ok && !slices.Contains(s.words, S(text)) {
		return "", d.errorf(n, "%s", unknown("value", text, path, s.names()))
	}
	return S(text), ok
}

func (s enum[S]) schema() object { return object{"enum": s.names()} }
func (enum[S]) value(v S) any    { return string(v) }

// text is a string that matches a pattern and passes a check.
type text struct {
	want    string // what it is, with an example
	pattern *regexp.Regexp
	check   func(string) string // says what is wrong beyond the pattern, or nothing; may be nil
}

// maxText bounds the length of one string, in bytes.
const maxText = 1000

func (s text) decode(d *decoder, n *yamlfile.Node, path string) (string, bool) {
	v, ok := scalar(d, n, path, s.want, "!!str")
	if !ok {
		return "", false
	}
	if len(v) > maxText {
		return "", d.errorf(n, "%s takes %s, not %s with %d bytes", path, s.want, quoted(v), len(v))
	}
	if s.check != nil { // before the pattern: it knows more
		if wrong := s.check(v); wrong != "" {
			return "", d.errorf(n, "%s: %s %s", path, quoted(v), wrong)
		}
	}
	if !s.pattern.MatchString(v) {
		return "", d.errorf(n, "%s takes %s, not %s", path, s.want, quoted(v))
	}
	return v, true
}

func (s text) schema() object {
	return object{"type": "string", "maxLength": maxText, "pattern": s.pattern.String()}
}
func (text) value(v string) any { return v }

func clip(s string) string { return strings.Trim(quoted(s), `"`) }
