package settings

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// placeholder reports whether the text is filled in by somebody else before the program sees it.
func placeholder(text string) bool {
	return strings.Contains(text, "${") || strings.Contains(text, "{{") || strings.Contains(text, "$(") ||
		strings.Contains(text, "<%") || strings.HasPrefix(text, "$") || strings.HasPrefix(text, "%") && strings.HasSuffix(text, "%")
}

// count reads a whole number. Go's prefixes and underscores are read where base is 0; a number with a fraction of
// zero is whole.
func count(text string, base int) (int, bool) {
	text = strings.TrimSpace(text)
	plain := text
	if base == 0 {
		plain = strings.ReplaceAll(text, "_", "")
	}
	if n, err := strconv.ParseInt(plain, base, strconv.IntSize); err == nil {
		return int(n), true
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<52 || int64(int(f)) != int64(f) {
		return 0, false
	}
	return int(f), true
}

// duration reads a Go duration or a number of seconds. Negative ones and those out of range are not read.
func duration(text string) (time.Duration, bool) {
	text = strings.TrimSpace(text)
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		ns := math.Round(f * float64(time.Second))
		if !(ns >= 0 && ns < 1<<62) {
			return 0, false
		}
		return time.Duration(ns), true
	}
	d, err := time.ParseDuration(text)
	return d, err == nil && d >= 0
}

// smallest is the least count that a key may have.
func (k Key) smallest() int {
	if k == MaxKeepalive {
		return 0
	}
	return 1
}

// Read sets what the text says about the value. It reports whether the text is what the key takes; a placeholder is,
// and leaves the value unknown. Whole numbers have the base, which is 0 where Go's prefixes count.
func (v *Value) Read(text string, base int) bool {
	v.Text = text
	if placeholder(text) {
		return true
	}
	if v.Key.Timeout() {
		v.Duration, v.Known = duration(text)
		return v.Known
	}
	n, ok := count(text, base)
	if !ok || n < v.Key.smallest() {
		return false
	}
	v.Count, v.Known = n, true
	return true
}

// takes says in words what a key takes.
func (k Key) takes() string {
	switch {
	case k.Timeout():
		return "a Go duration or a number of seconds"
	case k == MaxKeepalive:
		return "a whole number, 0 or more"
	}
	return "a positive whole number"
}
