package inputs_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/inputs"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/settings"
)

type module struct {
	*testing.T
	dir string
}

// write writes a file, with the given content.
func (m module) write(name, content string) {
	m.Helper()
	file := filepath.Join(m.dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(content), 0o666)); err != nil {
		m.Fatal(err)
	}
}

func (m module) sum(o inputs.Options) string {
	m.Helper()
	o.Dir = filepath.Join(m.dir, o.Dir)
	o.Checks = []*rule.Check{{Name: "no-timeout"}}
	sum, err := inputs.Sum(o)
	if err != nil {
		m.Fatal(err)
	}
	return sum
}

func TestSum(t *testing.T) {
	t.Parallel()
	m := module{t, t.TempDir()}
	m.write("go.mod", "module example.com/m\n")
	m.write("cmd/app/main.go", "package main")
	last := m.sum(inputs.Options{})
	for _, step := range []struct {
		name, content string
		changes       bool
	}{
		{"config/app.yaml", "a: 1", true},
		{"config/app.yaml", "a: 2", true},
		{"cmd/app/main.go", "package main // other", false}, // the host knows of it
		{"deploy/values.yaml", "a: 1", false},               // nobody reads it
		{".reslint.yaml", "settings: {paths: [deploy/*.yaml]}", true},
		{"deploy/values.yaml", "a: 2", true},
		{"config/app.yaml", "a: 3", false}, // nobody reads it now
		{"cmd/app/.reslint.yaml", "checks: {no-timeout: off}", true},
		{"cmd/app/.reslint.yaml", "settings: {paths: [cmd/x.yaml]}", true}, // one that is not there
		{"cmd/x.yaml", "a: 1", true},
		{"cmd/x.yaml", "a: 2", true},
		{"config/app.yaml", "a: 4", false},
		{".reslint.yaml", "settings: [", true}, // broken: it is for the passes to say
		{".reslint.yaml", "settings: {", true},
		{"node_modules/x/.reslint.yaml", "x", false},
	} {
		m.write(step.name, step.content)
		now := m.sum(inputs.Options{})
		if (now != last) != step.changes {
			t.Errorf("%s: %q: changed %t", step.name, step.content, now != last)
		}
		if now != m.sum(inputs.Options{Dir: "cmd/app"}) {
			t.Errorf("%s: another sum from below", step.name)
		}
		last = now
	}
}

// The sum is that of the files, not of where they are.
func TestSumElsewhere(t *testing.T) {
	t.Parallel()
	here, there := module{t, t.TempDir()}, module{t, t.TempDir()}
	for _, m := range []module{here, there} {
		m.write("go.mod", "module example.com/m\n")
		m.write("config/app.yaml", "a: 1")
		m.write(".reslint.yaml", "checks: {no-timeout: off}")
	}
	if here.sum(inputs.Options{}) != there.sum(inputs.Options{}) {
		t.Error("two copies have different sums")
	}
	there.write("config/app.yaml", "a: 2")
	if here.sum(inputs.Options{}) == there.sum(inputs.Options{}) {
		t.Error("an edit makes no difference")
	}
}

// A host that hands the configuration over has no use for files with it.
func TestSumConfig(t *testing.T) {
	t.Parallel()
	m := module{t, t.TempDir()}
	m.write("go.mod", "module example.com/m\n")
	cfg := config.Default()
	cfg.Settings = settings.Options{Paths: []string{"deploy/values.yaml"}}
	before := m.sum(inputs.Options{Config: cfg})
	m.write("config/app.yaml", "a: 1")
	if m.sum(inputs.Options{Config: cfg}) != before {
		t.Error("a file that is not read counts")
	}
	m.write("deploy/values.yaml", "a: 1")
	if m.sum(inputs.Options{Config: cfg}) == before {
		t.Error("a file that is read does not count")
	}
}

func TestSumWorkspace(t *testing.T) {
	t.Parallel()
	m := module{t, t.TempDir()}
	m.write("work/go.work", "go 1.26\n\nuse (\n\t./a\n\t../b\n)\n")
	m.write("work/a/go.mod", "module example.com/a\n")
	m.write("b/go.mod", "module example.com/b\n")
	last := m.sum(inputs.Options{Dir: "work/a"})
	for _, name := range []string{"work/a/config.yaml", "b/config.yaml", "work/.reslint.yaml", "b/.reslint.yaml"} {
		m.write(name, "checks: {}")
		now := m.sum(inputs.Options{Dir: "work/a"})
		if now == last {
			t.Errorf("%s does not count", name)
		}
		last = now
	}
	if m.sum(inputs.Options{Dir: "work/a", GOWORK: "off"}) == last {
		t.Error("the workspace makes no difference")
	}
}
