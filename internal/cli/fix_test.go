package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const fixable = `-- sub/p.go --
package p

var error_a int // one
// two
var error_b, warning_c int
`

func read(t *testing.T, name string) string {
	t.Helper()
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// -fix changes the files, says what it did, and reports what is left, in its new place.
func TestFix(t *testing.T) {
	t.Parallel()
	dir := module(t, fixable)
	file := filepath.Join(dir, "sub", "p.go")
	before := read(t, file)
	const after = "package p\n\nvar warning_a int // one\n// two\nvar warning_b, warning_c int\n"

	diff := runIn(t, dir, nil, "-fix", "-diff")
	want := result{1, `--- a/sub/p.go
+++ b/sub/p.go
@@ -1,5 +1,5 @@
 package p
 
-var error_a int // one
+var warning_a int // one
 // two
-var error_b, warning_c int
+var warning_b, warning_c int
`, "2 packages, 0 clients, 0 systems: 3 findings\n"}
	if diff != want {
		t.Errorf("got\n%+v\nwant\n%+v", diff, want)
	}
	if read(t, file) != before {
		t.Error("-diff has changed the file")
	}
	got := runIn(t, dir, nil, "-fix", "-fail-on", "error", "-C", "sub")
	want = result{0, "p.go:3:5: found one (a-warning, R-2)\np.go:5:5: found one (a-warning, R-2)\np.go:5:16: found one (a-warning, R-2)\n",
		"reslint: fixed: p.go:3: an-error: Make it a warning\nreslint: fixed: p.go:5: an-error: Make it a warning\n" +
			"1 package, 0 clients, 0 systems: 3 findings\n"}
	if got != want {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
	if now := read(t, file); now != after {
		t.Errorf("got\n%s", now)
	}
	if again := runIn(t, dir, nil, "-fix"); again.status != 1 || strings.Contains(again.stderr, "reslint:") {
		t.Errorf("a second run: %+v", again)
	}
}

func TestFixKeepsLineEndings(t *testing.T) {
	t.Parallel()
	dir := module(t, "-- sub/app.yaml --\na: 1\n-- sub/p.go --\npackage p\n\nvar error_a int\n\nvar settings int\n")
	file, settings := filepath.Join(dir, "sub", "p.go"), filepath.Join(dir, "sub", "app.yaml")
	for _, name := range []string{file, settings} {
		crlf := bytes.ReplaceAll([]byte(read(t, name)), []byte("\n"), []byte("\r\n"))
		if err := errors.Join(os.WriteFile(name, crlf, 0o666), os.Chmod(name, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	got := runIn(t, dir, nil, "-fix", "-fail-on=error")
	if got.status != 0 || !strings.Contains(got.stderr, "fixed: sub/app.yaml:1: an-error: Make it 2\n") {
		t.Errorf("%+v", got)
	}
	if now := read(t, file); now != "package p\r\n\r\nvar warning_a int\r\n\r\nvar settings int\r\n" {
		t.Errorf("%q", now)
	}
	if now := read(t, settings); now != "a: 2\r\n" {
		t.Errorf("%q", now)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

// Nothing is written where the run or one of the files is not as it should be.
func TestFixRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, source, args string
		edit               func(t *testing.T, file string)
		status             int
		want               string
	}{
		{name: "-diff alone", source: fixable, args: "-diff", status: 2, want: "-diff shows what -fix would change: give both"},
		{name: "-diff and JSON", source: fixable, args: "-fix -diff -format json", status: 2, want: "leave out -format"},
		{
			name: "another package has a type error", source: fixable + "-- third/p.go --\npackage p\n\nvar N int = \"\"\n", args: "-fix",
			status: 2, want: "reslint: nothing fixed, because not everything could be checked\nreslint: example.com/m/third skipped: third/p.go:3:13: ",
		},
		{
			name: "settings that do not parse", source: fixable + "-- third/p.go --\npackage p\n\nvar broken int\n", args: "-fix",
			status: 2, want: "reslint: third/app.yaml:7: no mapping\n",
		},
		{
			name: "read-only", source: fixable, args: "-fix", status: 2, want: "reslint: nothing fixed: sub/p.go: read-only: not written\n",
			edit: func(t *testing.T, file string) {
				if err := os.Chmod(file, 0o444); err != nil {
					t.Fatal(err)
				}
			},
		},
		{
			name: "a file that was made from another", source: strings.Replace(fixable, "package p", "//line p.y:1\npackage p", 1), args: "-fix",
			status: 1, want: "3 findings",
		},
		{name: "broken configuration", source: fixable + "-- .reslint.yaml --\nfix: {timeout: 10}\n", args: "-fix", status: 2,
			want: "reslint: .reslint.yaml:1: fix.timeout takes a duration such as 10s or 1m30s: 10 has no unit\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := module(t, tt.source)
			file := filepath.Join(dir, "sub", "p.go")
			before := read(t, file)
			if tt.edit != nil {
				tt.edit(t, file)
			}
			got := runIn(t, dir, nil, strings.Fields(tt.args)...)
			if got.status != tt.status || !strings.Contains(got.stderr, tt.want) {
				t.Errorf("%+v, want %s", got, tt.want)
			}
			if read(t, file) != before {
				t.Error("the file has changed")
			}
		})
	}
}

// What the model gave up on is named, and fails no run.
func TestUnanalysed(t *testing.T) {
	t.Parallel()
	got := run(t, "func giveUp() {}", nil)
	if want := (result{0, "", "reslint: not analysed: example.com/m/sub: giveUp: too deep\n" + noSummary}); got != want {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

// Settings that cannot be judged fail the run with file and line.
func TestBrokenSettings(t *testing.T) {
	t.Parallel()
	const source = "-- sub/p.go --\npackage p\n\nvar broken, error int\n"
	got := run(t, source, nil)
	want := result{2, "sub/p.go:3:13: found one (an-error, R-3)\n", "reslint: sub/app.yaml:7: no mapping\n" + oneSummary}
	if got != want {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
	excluded := run(t, source+"-- .reslint.yaml --\nexclude: [\"**/*.yaml\"]\n", nil)
	if excluded.status != 1 || strings.Contains(excluded.stderr, "app.yaml") {
		t.Errorf("%+v", excluded)
	}
}
