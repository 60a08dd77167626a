package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/reslint/reslint/internal/rule"
)

// Show lists what is in force as a file that could be loaded, with where each value comes from as comments. Of the
// checks it lists all, those that the file does not mention as "on" or "off".
func Show(c *Config, checks []*rule.Check) []byte {
	full := *c
	full.Checks = make(map[string]Level)
	for _, check := range checks {
		full.Checks[check.Name] = On
		if check.Off {
			full.Checks[check.Name] = Off
		}
		if level, ok := c.Checks[check.Name]; ok {
			full.Checks[check.Name] = level
		}
	}
	w := &shower{origins: c.Origins}
	if c.File == "" {
		w.out.WriteString("# no configuration file: all values are defaults\n")
	}
	w.entries(table(checks).value(full).(entries), "", 0)
	return w.out.Bytes()
}

// shower writes YAML with origins.
type shower struct {
	out     bytes.Buffer
	origins map[string]Origin
}

func (w *shower) origin(path string) string {
	if o, ok := w.origins[path]; ok {
		return fmt.Sprintf("  # %s:%d", strings.Map(oneLine, o.File), o.Line)
	}
	return "  # default"
}

// oneLine keeps a name from ending the comment that it stands in.
func oneLine(r rune) rune {
	if r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 || r == 0xfeff {
		return '?'
	}
	return r
}

func (w *shower) entries(all entries, path string, indent int) {
	for _, e := range all {
		w.entry(e, join(path, e.key), indent)
	}
}

// visible drops what is neither set nor in the file.
func (w *shower) visible(all entries, path string) entries {
	var kept entries
	for _, e := range all {
		if !unset(e.value) || w.origins[join(path, e.key)].Line != 0 {
			kept = append(kept, e)
		}
	}
	return kept
}

func (w *shower) entry(e entry, at string, indent int) {
	fmt.Fprintf(&w.out, "%s%s:", strings.Repeat("  ", indent), yamlText(e.key))
	switch value := e.value.(type) {
	case entries:
		value = w.visible(value, at)
		if len(value) == 0 {
			fmt.Fprintf(&w.out, " {}%s\n", w.origin(at))
			return
		}
		w.out.WriteString("\n")
		w.entries(value, at, indent+1)
	case []any:
		w.list(value, at, indent)
	default:
		fmt.Fprintf(&w.out, " %s%s\n", yamlScalar(value), w.origin(at))
	}
}

func (w *shower) list(all []any, at string, indent int) {
	if len(all) == 0 {
		fmt.Fprintf(&w.out, " []%s\n", w.origin(at))
		return
	}
	fmt.Fprintf(&w.out, "%s\n", w.origin(at))
	for i, e := range all {
		fields, ok := e.(entries)
		if !ok {
			fmt.Fprintf(&w.out, "%s- %s\n", strings.Repeat("  ", indent+1), yamlScalar(e))
			continue
		}
		start, path := w.out.Len(), fmt.Sprintf("%s[%d]", at, i)
		w.entries(w.visible(fields, path), path, indent+2)
		copy(w.out.Bytes()[start+2*(indent+1):], "- ")
	}
}

// unset reports a value that stands for none.
func unset(value any) bool {
	switch value := value.(type) {
	case string:
		return value == ""
	case int:
		return value == 0
	case []any:
		return len(value) == 0
	case entries:
		for _, e := range value {
			if !unset(e.value) {
				return false
			}
		}
		return true
	}
	return false
}

var plainYAML = regexp.MustCompile(`^[A-Za-z_./][A-Za-z0-9_./-]*$`)

// yamlScalar writes a scalar so that it is read back as the same.
func yamlScalar(value any) string {
	switch value := value.(type) {
	case string:
		return yamlText(value)
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}

func yamlText(s string) string {
	switch strings.ToLower(s) {
	case "true", "false", "null", "y", "n", "yes", "no", ".inf", ".nan", "":
	default:
		if plainYAML.MatchString(s) || durationForm.MatchString(s) {
			return s
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return strconv.Quote(s)
	}
	return strings.TrimRight(b.String(), "\n")
}
