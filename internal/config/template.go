package config

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/reslint/reslint/internal/rule"
)

// Facts are what was found in a module, for the file that describes it. Values that the file could not hold are left
// out of it.
type Facts struct {
	AdapterRoots []string     // in place of the default; nil where the default fits
	Systems      []SystemFact // in the order in which they are written
	Settings     []string     // files with settings, relative to the module root
}

// A SystemFact is an external system that was recognised.
type SystemFact struct {
	Name     string
	Hosts    []string
	Packages []string
}

// Template returns a commented configuration file: each key with what it is for; what was found in force, all else as
// an example in a comment. It loads without problems.
func Template(f Facts, checks []*rule.Check) []byte {
	found := found(f)
	var b bytes.Buffer
	b.WriteString("# Configuration of reslint. `reslint config show` prints what is in force, `reslint config schema` a JSON\n" +
		"# schema for editors. Unknown keys are errors.\n")
	for _, p := range table(checks).props {
		b.WriteString("\n")
		for _, line := range wrap(p.about(), 110) {
			fmt.Fprintf(&b, "# %s\n", line)
		}
		if text, ok := found[p.key()]; ok && loads(p.key()+":\n"+text, checks) {
			fmt.Fprintf(&b, "%s:\n%s", p.key(), text)
			continue
		}
		sample := p.sample()
		if !strings.ContainsAny(sample, "\n:") && !strings.HasPrefix(sample, "- ") {
			fmt.Fprintf(&b, "#%s: %s\n", p.key(), sample)
			continue
		}
		fmt.Fprintf(&b, "#%s:\n", p.key())
		for line := range strings.SplitSeq(sample, "\n") {
			fmt.Fprintf(&b, "#  %s\n", line)
		}
	}
	return b.Bytes()
}

func loads(text string, checks []*rule.Check) bool {
	_, err := Parse(FileName, []byte(text), checks)
	return err == nil
}

// found writes the sections that facts fill, by key.
func found(f Facts) map[string]string {
	sections := make(map[string]string)
	if roots := valid(folderText, f.AdapterRoots); len(roots) > 0 {
		sections["adapter-roots"] = lines("  ", roots)
	}
	var systems strings.Builder
	seen := make(map[string]bool)
	for _, s := range f.Systems {
		hosts, packages := fresh(seen, valid(hostText, s.Hosts)), valid(packageText, s.Packages)
		if len(valid(systemText, []string{s.Name})) == 0 || len(hosts)+len(packages) == 0 || seen["system "+s.Name] {
			continue
		}
		seen["system "+s.Name] = true
		fmt.Fprintf(&systems, "  %s:\n", yamlText(s.Name))
		if len(hosts) > 0 {
			fmt.Fprintf(&systems, "    hosts:\n%s", lines("      ", hosts))
		}
		if len(packages) > 0 {
			fmt.Fprintf(&systems, "    packages:\n%s", lines("      ", packages))
		}
	}
	if systems.Len() > 0 {
		sections["systems"] = systems.String()
	}
	if paths := valid(globText, f.Settings); len(paths) > 0 {
		sections["settings"] = "  paths:\n" + lines("    ", paths)
	}
	return sections
}

func lines(indent string, values []string) string {
	var b strings.Builder
	for _, v := range values {
		fmt.Fprintf(&b, "%s- %s\n", indent, yamlText(v))
	}
	return b.String()
}

// valid keeps the values that have the shape, each once.
func valid(s text, values []string) []string {
	var kept []string
	for _, v := range fresh(make(map[string]bool), values) {
		if len(v) <= maxText && s.pattern.MatchString(v) && (s.check == nil || s.check(v) == "") {
			kept = append(kept, v)
		}
	}
	return kept
}

// fresh keeps the values that were not seen before.
func fresh(seen map[string]bool, values []string) []string {
	var kept []string
	for _, v := range values {
		if key := strings.ToLower(v); !seen[key] {
			seen[key] = true
			kept = append(kept, v)
		}
	}
	return kept
}

// wrap breaks text into lines of at most width bytes, where words allow.
func wrap(text string, width int) []string {
	var all []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) > width {
			all, line = append(all, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(all, line)
}
