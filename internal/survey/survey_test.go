package survey_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/survey"
	"github.com/reslint/reslint/internal/testkit"
)

// caller is a file that uses a library which calls out.
func caller(name string) string {
	return "-- " + name + " --\npackage p\n\nimport \"net/http\"\n\nvar Client http.Client\n"
}

func system(name string, packages ...string) config.SystemFact {
	return config.SystemFact{Name: name, Packages: packages}
}

const (
	goMod    = "-- go.mod --\nmodule example.com/m // ours\n\ngo 1.26\n"
	settings = "-- config/app.yaml --\nclient:\n  sber: {max_connections: 5}\n"
)

func TestLook(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, archive string
		want          config.Facts
	}{
		{"nothing", goMod, config.Facts{}},
		{
			"adapters and settings",
			goMod + settings + caller("internal/adapters/out/sber/c.go") + caller("internal/adapters/out/receipt/v2/c.go") + caller("notify/slack/c.go"),
			config.Facts{
				Settings: []string{"config/app.yaml"},
				Systems: []config.SystemFact{
					system("receipt", "example.com/m/internal/adapters/out/receipt/..."),
					system("sber", "example.com/m/internal/adapters/out/sber/..."),
					system("slack", "example.com/m/notify/slack/..."),
				},
			},
		},
		{
			"one system in two places", goMod + caller("clients/sber/c.go") + caller("notify/sber/c.go"),
			config.Facts{Systems: []config.SystemFact{system("sber", "example.com/m/clients/sber/...", "example.com/m/notify/sber/...")}},
		},
		{"folders that are no adapter", goMod + caller("clients/common/c.go") + caller("clients/mocks/c.go") + caller("clients/test/c.go") + caller("clients/c.go"), config.Facts{}},
		{"a folder that calls nobody", goMod + "-- clients/sber/c.go --\npackage sber\n\nimport \"fmt\"\n\nvar _ = fmt.Sprint\n", config.Facts{}},
		{"only tests call out", goMod + caller("clients/sber/c_test.go"), config.Facts{}},
		{"a file that does not parse", goMod + "-- clients/sber/c.go --\nimport \"net/http\"\n" + caller("clients/bank/c.go"),
			config.Facts{Systems: []config.SystemFact{system("bank", "example.com/m/clients/bank/...")}}},
		{"folders that hold no packages", goMod + caller("vendor/x/clients/sber/c.go") + caller("_old/clients/sber/c.go") +
			caller(".git/clients/sber/c.go") + caller("testdata/clients/sber/c.go"), config.Facts{}},
		{"a module below", goMod + "-- tools/go.mod --\nmodule example.com/tools\n" + caller("tools/clients/sber/c.go"), config.Facts{}},
		{
			"a workspace", "-- go.work --\ngo 1.26\n\nuse ./a\n-- a/go.mod --\nmodule example.com/a\n-- b/go.mod --\nmodule \"example.com/b\"\n" +
				caller("a/clients/sber/c.go") + caller("b/clients/bank/c.go") + strings.Replace(settings, "config", "a/config", 1),
			config.Facts{Systems: []config.SystemFact{
				system("sber", "example.com/a/clients/sber/..."), system("bank", "example.com/b/clients/bank/..."),
			}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := testkit.Extract(t, tt.archive)
			if !strings.HasPrefix(tt.archive, goMod) { // Extract has added one
				if err := os.Remove(filepath.Join(dir, "go.mod")); err != nil {
					t.Fatal(err)
				}
			}
			if got := survey.Look(dir); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
			if _, err := config.Parse("t", config.Template(survey.Look(dir), nil), nil); err != nil {
				t.Error(err)
			}
		})
	}
}
