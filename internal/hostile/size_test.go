package hostile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Ten times as many systems take no more than thirty times as long, and files that are too much are refused by name.
func TestSettingsSizes(t *testing.T) {
	if testing.Short() || raced {
		t.Skip("writes large files")
	}
	laughs := "a0: &a0 [x, x]\n" + times(40, "a%[2]d: &a%[2]d [*a%[1]d, *a%[1]d, *a%[1]d]\n") + "client: {a: {max_connections: 1}}\n"
	for name, tt := range map[string]struct{ text, want string }{
		"10 MiB":         {strings.Repeat("# x\n", 10<<18), "larger than 1024 KiB"},
		"billion laughs": {laughs, "aliases expand to more than"},
		"cyclic alias":   {"client: &a\n  b: *a\n", "stands for itself"},
		"deep":           {strings.Repeat("[", 5000), "config/app.yaml:1"},
	} {
		dir := module(t, "package p\n", tt.text)
		if err := os.WriteFile(dir+"/.reslint.yaml", []byte("settings: {paths: [config/app.yaml]}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		start := busy()
		_, stderr, status := command(dir, false)
		if took := busy() - start; status != 2 || !strings.Contains(stderr, tt.want) || took > 10*time.Second {
			t.Errorf("%s: status %d after %v: %.300s", name, status, took, stderr)
		}
	}
	took := func(n int) time.Duration {
		dir := module(t, "package p\n", "client:\n"+times(n, "  s%d: {max_concurrent: 8, max_connections: 12}\n"))
		start := busy()
		if stdout, stderr, status := command(dir, false); status != 0 && status != 1 {
			t.Errorf("%d systems: status %d: %.300s%.300s", n, status, stdout, stderr)
		}
		return busy() - start
	}
	small, large := took(1000), took(10000)
	t.Logf("%v, and %v for ten times as many systems", small, large)
	if large > 30*small {
		t.Errorf("10,000 systems take %v, 1,000 %v", large, small)
	}
}

// module is one of a package and a settings file.
func module(t *testing.T, source, settings string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.26\n", "p.go": source, "config/app.yaml": settings} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A program four times as large takes no more than eight times as long, with a second for the noise of small ones, and
// asks for no more than eight times the memory, with half a gigabyte for what is bounded.
func TestSizes(t *testing.T) {
	if testing.Short() || raced {
		t.Skip("takes two minutes")
	}
	fx := loadFixtures(t)
	for _, s := range sized {
		t.Run(s.name, func(t *testing.T) {
			small, large := fx.measure(t, sizedImports+s.body(s.large/4)), fx.measure(t, sizedImports+s.body(s.large))
			t.Logf("%v and %d MiB, and %v and %d MiB for four times as much", small.took, small.alloc>>20, large.took, large.alloc>>20)
			if large.took > 8*small.took+time.Second {
				t.Errorf("%d take %v, a quarter of them %v", s.large, large.took, small.took)
			}
			if large.alloc > 8*small.alloc+512<<20 {
				t.Errorf("%d ask for %d MiB, a quarter of them for %d", s.large, large.alloc>>20, small.alloc>>20)
			}
		})
	}
}

// measure runs the passes over a package of one file. They must go through all of it.
func (fx *fixtures) measure(t *testing.T, src string) outcome {
	t.Helper()
	root := fx.all[0]
	made := *root
	made.Imports = nil
	p := &program{fx: fx, root: &made, spot: &made, below: nil, names: []string{"/p/p.go"}, texts: []string{src}}
	made.PkgPath, made.ID, made.Name, made.CompiledGoFiles = "example.com/fixtures/p", "example.com/fixtures/p", "p", p.names
	p.below = append(p.below, &made)
	defer p.forget()
	if !p.adopt(p.texts) {
		_, err := p.build(p.texts)
		t.Fatalf("%v", err)
	}
	out := p.run()
	for _, f := range out.faults {
		t.Error(f)
	}
	for _, what := range out.unknown {
		if !strings.HasPrefix(what, "the package is too large to follow") { // what is said in time is no fault
			t.Errorf("not evaluated: %.500q", what)
		}
	}
	return out
}
