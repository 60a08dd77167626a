package driver

import (
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/tools/go/packages"
)

// unmatched reports the patterns that match nothing: the go command says so of patterns without "..." only, and
// silence would be taken for a clean bill.
func unmatched(cfg Config, listed []*packages.Package) []Problem {
	if len(listed) == 0 {
		return []Problem{{Message: "no packages match " + strings.Join(cfg.Patterns, " ")}}
	}
	if len(cfg.Patterns) == 1 {
		return nil
	}
	var out []Problem
	for _, pattern := range cfg.Patterns {
		if strings.Contains(pattern, "...") && !matchesAny(cfg.Dir, pattern, listed) {
			out = append(out, Problem{Message: "no packages match " + pattern})
		}
	}
	return out
}

func matchesAny(dir, pattern string, listed []*packages.Package) bool {
	local := strings.HasPrefix(pattern, ".") || filepath.IsAbs(pattern)
	form := wildcard(pattern)
	if local {
		if !filepath.IsAbs(pattern) {
			form = wildcard(filepath.ToSlash(filepath.Join(dir, pattern)))
		}
	}
	for _, p := range listed {
		name := p.PkgPath
		if local {
			name = filepath.ToSlash(p.Dir)
		}
		if p.PkgPath == pattern || form.MatchString(name) { // a pattern stands for itself where it has an error
			return true
		}
	}
	return false
}

// wildcard compiles a pattern of the go command: "..." is any string, and "x/..." matches x as well.
func wildcard(pattern string) *regexp.Regexp {
	form := strings.ReplaceAll(regexp.QuoteMeta(pattern), `\.\.\.`, `.*`)
	if head, ok := strings.CutSuffix(form, `/.*`); ok {
		form = head + `(/.*)?`
	}
	return regexp.MustCompile(`^` + form + `$`)
}
