package config_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/config"
)

// FuzzParse: no file makes the reader panic, every problem has a place and fits a line, and what is accepted can be
// shown and loaded again.
func FuzzParse(f *testing.F) {
	f.Add(full)
	for _, tt := range bad {
		f.Add(tt.src)
	}
	for _, src := range []string{"", "a: &a [*a]\n", "{}\n---\n{}\n", "\ufefftests: true\r\n", "fix: {<<: [{timeout: 5s}, *x]}\n", "? [a]\n: b\n"} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		c, err := config.Parse("c.yaml", []byte(src), checks)
		if err == nil {
			text := config.Show(c, checks)
			if _, err := config.Parse("c.yaml", text, checks); err != nil {
				t.Errorf("shown, it does not load: %v\n%s", err, text)
			}
			if _, err := config.NewMatcher(c.Exclude); err != nil {
				t.Error(err)
			}
			c.Policy()
			return
		}
		var ps config.Problems
		if !errors.As(err, &ps) || len(ps) == 0 {
			t.Fatalf("%T: %v", err, err)
		}
		lines := strings.Count(src, "\n") + strings.Count(src, "\r") + 1
		for i, p := range ps {
			if p.File != "c.yaml" || p.Line < 1 || p.Line > lines || p.Message == "" || strings.ContainsAny(p.Message, "\n\r") {
				t.Errorf("problem %+v in a file of %d lines", p, lines)
			}
			if i > 0 && p.Line < ps[i-1].Line {
				t.Errorf("line %d behind line %d", p.Line, ps[i-1].Line)
			}
		}
	})
}
