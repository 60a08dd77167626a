// Package rule says what a finding is: its check, guide rule, severity and page, and whether it is shown.
//
// Analyzers report through a [Reporter], never through the pass: so every host gets the same message, category and
// URL, and the command gets what a diagnostic cannot carry (severity, system, places in settings files).
package rule

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/suppress"
)

// PageURL is the address of the folder that holds one page a check.
const PageURL = "https://github.com/reslint/reslint/blob/main/docs/rules/"

// Severity orders findings by how sure it is that they hurt production.
type Severity int8

// The severities, lowest first. The zero value is none: a Finding without one has its check's.
const (
	Note Severity = iota + 1
	Warning
	Error
)

var severityNames = []string{Note: "note", Warning: "warning", Error: "error"}

// String returns the name that settings, flags and JSON use.
func (s Severity) String() string {
	if s < Note || s > Error {
		return fmt.Sprintf("severity(%d)", int8(s))
	}
	return severityNames[s]
}

// MarshalText writes the name.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// ParseSeverity is the inverse of [Severity.String].
func ParseSeverity(name string) (Severity, error) {
	if i := slices.Index(severityNames, name); name != "" && i > 0 {
		return Severity(i), nil
	}
	return 0, fmt.Errorf("unknown severity %q: use note, warning or error", name)
}

// A Check is one kind of finding. Its metadata is the only source of what is documented about it.
type Check struct {
	Name     string   // permanent, kebab-case: users write it in settings, suppressions and baselines
	Guide    string   // codes of the guide rules behind it, such as "R-RES-TO-X1"
	Analyzer string   // name of the analysis.Analyzer that reports it
	Severity Severity // unless a finding says otherwise
	Since    string   // version that brought it
	Off      bool     // reported only where the configuration turns it on

	Summary   string // what is reported: one clause, lower case, no full stop
	Why       string // what goes wrong in production, exact about Go; Markdown
	Bad       string // Go source (or YAML, where Lang is "yaml") that gets the finding
	Good      string // the same program without it
	Lang      string // of Bad and Good; "" is Go
	HowToFix  string // Markdown
	Configure string // which settings change it; Markdown, may be empty
}

// URL is the address of the check's page.
func (c *Check) URL() string { return PageURL + c.Name + ".md" }

// Suffix is what every message of the check ends with, because most hosts drop categories.
func (c *Check) Suffix() string {
	if c.Guide == "" { // a check of the project's own hygiene
		return " (" + c.Name + ")"
	}
	return " (" + c.Name + ", " + c.Guide + ")"
}

// A Place is a range in a file of the pass (Pos and End), or a position anywhere else: in a settings file or in
// another package (Start and Stop, where Pos is token.NoPos).
type Place struct {
	Pos, End    token.Pos
	Start, Stop token.Position
}

// At is the place of a node.
func At(rng analysis.Range) Place { return Place{Pos: rng.Pos(), End: rng.End()} }

// In is a place outside the files of the pass.
func In(start, stop token.Position) Place { return Place{Start: start, Stop: stop} }

// Resolve gives the place's positions, whichever way it was made. A line directive that names no file does not count.
func (p Place) Resolve(fset *token.FileSet) (start, stop token.Position) {
	if !p.Pos.IsValid() {
		return p.Start, p.Stop
	}
	adjusted := fset.Position(p.Pos).Filename != ""
	start = fset.PositionFor(p.Pos, adjusted)
	stop = start
	if p.End.IsValid() {
		stop = fset.PositionFor(p.End, adjusted)
	}
	return start, stop
}

// Related is another place that a finding speaks of.
type Related struct {
	Place
	Message string
}

// A Finding claims that the program breaks a rule.
type Finding struct {
	Check    *Check
	Severity Severity // zero: the check's
	Place             // where it stands
	Anchor   Place    // for a finding in a settings file: the Go place that loads it, used by hosts that show Go only
	Message  string   // lower case, one clause, values and system; the reporter adds the suffix
	System   string   // the external system, where it is known
	Symbol   string   // the enclosing declaration; the reporter fills it
	Key      string   // stands for the message in fingerprints; the reporter fills it for findings in functions
	Related  []Related
	Fixes    []analysis.SuggestedFix // at most one, in one file
	FileFix  *FileFix                // the same for a settings file, where no token.Pos leads; nil is none
}

// Result is the ResultType of every analyzer that reports: what it found, in order of position.
type Result struct {
	Findings   []Finding
	Suppressed []Suppressed // what a comment silenced, in order of position; the host never sees it
	Settings   []SettingsFile
	FileErrors []FileError // settings files that cannot be judged
}

// A SettingsFile is one that an analyzer judged.
type SettingsFile struct {
	Name   string
	Src    []byte
	Anchor Place // the Go code that loads it
}

// Suppressed is a finding that a comment silences.
type Suppressed struct {
	Finding
	By *suppress.Directive
}

// Sanitize makes text from the analysed program safe to stand in a one-line message: control and bidirectional
// formatting characters are written as escapes.
func Sanitize(s string) string {
	return escape(s, `\u%04x`, unsafeRune)
}

// Escapes of formats for [Escape], each with a verb for the character.
const (
	JSON = `\u%04x` // in a string
	XML  = `&#x%X;` // in text or the value of an attribute
)

// Escape writes the characters that Sanitize does in the way of a format, so that readers of it get what stands there
// and terminals do not. Ends of lines and tabs, which a format has between values, stay.
func Escape(s, format string) string {
	return escape(s, format, func(r rune) bool { return r != '\n' && r != '\t' && unsafeRune(r) })
}

func escape(s, format string, unsafe func(rune) bool) string {
	if !strings.ContainsFunc(s, unsafe) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if unsafe(r) {
			fmt.Fprintf(&b, format, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func unsafeRune(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r < 0xa0:
		return true
	case r == 0x061c, r == 0x200e, r == 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return true // bidirectional marks
	case r == 0x2028, r == 0x2029, r == 0xfeff:
		return true
	}
	return false
}
