package settingspass_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/settings"
	"github.com/reslint/reslint/internal/settingspass"
	"github.com/reslint/reslint/internal/testkit"
)

// Each package of testdata/tags.txtar ends in a comment that lists what is read from it.
func TestTags(t *testing.T) {
	t.Parallel()
	archive, err := os.ReadFile("testdata/tags.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := testkit.Extract(t, string(archive))
	for _, act := range testkit.Analyze(t, dir, settingspass.Analyzer, "./...").Roots {
		file := act.Package.GoFiles[0]
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		if _, list, ok := strings.Cut(string(src), "// Read:\n"); ok {
			for line := range strings.SplitSeq(strings.TrimSpace(list), "\n") {
				want = append(want, strings.TrimPrefix(line, "//   "))
			}
		}
		got := describe(act.Result.(*settingspass.Result).Code, string(src))
		if !slices.Equal(got, want) {
			t.Errorf("%s: got\n%s", filepath.Base(file), strings.Join(got, "\n"))
		}
	}
}

// describe lists the values of a set as "system.key = text at line", where text is what stands at the place.
func describe(s *settings.Set, src string) []string {
	var out []string
	add := func(system string, v *settings.Value) {
		if v == nil {
			return
		}
		start, stop := v.Place.Start, v.Place.Stop
		out = append(out, fmt.Sprintf("%s%v = %s at %d", system, v.Key, src[start.Offset:stop.Offset], start.Line))
	}
	for _, sec := range s.Sections {
		for _, v := range sec.Values {
			add(sec.System+".", v)
		}
	}
	add("", s.Database)
	return out
}

func TestNamed(t *testing.T) {
	t.Parallel()
	dir := testkit.Extract(t, "-- a.go --\npackage a\n\ntype InsuranceClientSettings struct {\n"+
		"\tMax int `env:\"CLIENT__SBER__MAX_CONNECTIONS\"`\n\tRead int `env:\"READ_TIMEOUT\" form-envDefault:\"2\" envDefault:\"2\"`\n\tURL string `env:\"URL\"`\n}\n")
	res := testkit.Analyze(t, dir, settingspass.Analyzer, "./...").Roots[0].Result.(*settingspass.Result)
	var got []string
	for _, n := range res.Named {
		got = append(got, fmt.Sprintf("%d:%d: %s in %s: %q of %q, %v", n.Line(), n.Place.Start.Column, n.Name, n.Owner, n.System, n.Key, n.Known))
	}
	want := []string{
		`4:2: CLIENT__SBER__MAX_CONNECTIONS in insurance: "sber" of "max_connections", false`,
		`5:63: READ_TIMEOUT in insurance: "" of "read_timeout", true`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}
