package naming_test

import (
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/reslint/reslint/analyzers/naming"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/testkit"
)

// declared has the aliases that testdata/naming/aliases uses.
func declared() *config.Config {
	cfg := config.Default()
	cfg.Systems = map[string]config.System{"insurance": {Aliases: []string{"ins", "strahovka"}}}
	return cfg
}

func with(cfg *config.Config) *analysis.Analyzer {
	return naming.New(naming.Options{Config: cfg, Model: outbound.New(outbound.Options{Config: cfg})})
}

func kindOf(f testkit.Found) string { return strings.Split(f.File, "/")[1] }

// Each directory of testdata/naming has packages of one kind; their lines with a comment "want: check" get that finding.
func TestFixtures(t *testing.T) {
	t.Parallel()
	dir := testkit.Corpus(t)
	byKind := make(map[string][]testkit.Found)
	graph := testkit.Analyze(t, dir, naming.Analyzer, "./naming/...")
	testkit.CheckDiagnostics(t, &checker.Graph{Roots: slices.DeleteFunc(slices.Clone(graph.Roots), func(a *checker.Action) bool {
		return strings.Contains(a.Package.PkgPath, "/tags") || strings.Contains(a.Package.PkgPath, "/twice/cmd/") // see TestDetails
	})})
	for _, f := range testkit.Findings(t, dir, graph) {
		if kind := kindOf(f); kind != "aliases" {
			byKind[kind] = append(byKind[kind], f)
		}
	}
	graph = testkit.Analyze(t, dir, with(declared()), "./naming/aliases")
	byKind["aliases"] = testkit.Findings(t, dir, graph)
	kinds, err := os.ReadDir(filepath.Join(dir, "naming"))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds {
		if !k.IsDir() {
			continue
		}
		t.Run(k.Name(), func(t *testing.T) {
			t.Parallel()
			testkit.CompareExactly(t, dir, filepath.Join("naming", k.Name()), byKind[k.Name()])
		})
	}
}

// Without the aliases the same names are several systems'.
func TestWithoutAliases(t *testing.T) {
	t.Parallel()
	dir := testkit.Corpus(t)
	found := testkit.Findings(t, dir, testkit.Analyze(t, dir, naming.Analyzer, "./naming", "./naming/adapters/...", "./naming/aliases"))
	found = slices.DeleteFunc(found, func(f testkit.Found) bool { return kindOf(f) != "aliases" })
	if len(found) != 2 || found[0].Check.Name != "unit-name" || !strings.Contains(found[0].Message, "strahovkaClient") {
		t.Errorf("found %v", found)
	}
}

// A package may be declared to belong to a system, whatever it is called.
func TestSystemsOfPackages(t *testing.T) {
	t.Parallel()
	dir := testkit.Corpus(t)
	cfg := config.Default()
	cfg.Systems = map[string]config.System{"acquirer": {Packages: []string{"example.com/fixtures/naming/adapters/out/sber"}, Aliases: []string{"sber"}}}
	seen := false
	for _, f := range testkit.Findings(t, dir, testkit.Analyze(t, dir, with(cfg), "./naming/...")) {
		if kindOf(f) == "wiring" && strings.Contains(f.Message, "paymentsSem") && f.System != "acquirer" {
			t.Errorf("%s of %s", f.Message, f.System)
		}
		seen = seen || f.System == "acquirer"
	}
	if !seen {
		t.Error("no finding of the declared system")
	}
}

// The fix renames the literal, nothing else, and only where everything else agrees.
func TestFix(t *testing.T) {
	t.Parallel()
	dir := testkit.Corpus(t)
	graph := testkit.Analyze(t, dir, naming.Analyzer, "./naming/...")
	got := make(map[string]string)
	for _, act := range graph.Roots {
		collectFixes(t, act, got)
	}
	want := map[string]string{
		"units.go \"payments\"": "\"insurance\" \"sber\"", // oddConstant, twice
		"near.go \"sbr\"":       "\"sber\"",
		"wiring.go \"fiscal\"":  "\"receipt\"",
	}
	for key, text := range want {
		if got[key] != text {
			t.Errorf("%s: got %s, want %s", key, got[key], text)
		}
	}
	if len(got) != len(want) {
		t.Errorf("got %v", got)
	}
}

// collectFixes notes what the fixes of a package replace by what.
func collectFixes(t *testing.T, act *checker.Action, got map[string]string) {
	t.Helper()
	for _, d := range act.Diagnostics {
		for _, fix := range d.SuggestedFixes {
			if len(fix.TextEdits) != 1 || fix.Message == "" {
				t.Fatalf("%+v", fix)
			}
			e := fix.TextEdits[0]
			start, stop := act.Package.Fset.Position(e.Pos), act.Package.Fset.Position(e.End)
			key := filepath.Base(start.Filename) + " " + textAt(t, start, stop)
			got[key] = strings.TrimSpace(got[key] + " " + string(e.NewText))
		}
	}
}

func textAt(t *testing.T, start, stop token.Position) string {
	t.Helper()
	src, err := os.ReadFile(start.Filename)
	if err != nil {
		t.Fatal(err)
	}
	return string(src[start.Offset:stop.Offset])
}

// A finding names the unit's system and the places that it speaks of.
func TestDetails(t *testing.T) {
	t.Parallel()
	dir := testkit.Corpus(t)
	graph := testkit.Analyze(t, dir, naming.Analyzer, "./naming/...")
	found := testkit.Findings(t, dir, graph)
	i := slices.IndexFunc(found, func(f testkit.Found) bool {
		return f.Check.Name == "breaker-name" && strings.HasSuffix(f.File, "shop/main.go")
	})
	if i < 0 || found[i].System != "tinkoff" || len(found[i].Related) != 2 {
		t.Fatalf("found %+v", found[max(i, 0)])
	}
	for n, name := range []string{"mir.go", "tinkoff.go"} {
		if p := found[i].Related[n].Start; filepath.Base(p.Filename) != name || p.Line == 0 {
			t.Errorf("related %v, want %s", p, name)
		}
	}
	j := slices.IndexFunc(found, func(f testkit.Found) bool { return strings.Contains(f.Message, "fiscal") && kindOf(f) == "wiring" })
	if j < 0 || found[j].System != "receipt" || len(found[j].Related) != 1 || found[j].Column == found[j].EndColumn {
		t.Errorf("found %+v", found[max(j, 0)])
	}
}

// Two runs find the same, in the same order.
func TestSameFindings(t *testing.T) {
	t.Parallel()
	dir := testkit.Corpus(t)
	packages := testkit.Load(t, dir, "./naming/...")
	var first []string
	for range 3 {
		var messages []string
		for _, f := range testkit.Findings(t, dir, testkit.Run(t, packages, naming.New(naming.Options{}))) {
			messages = append(messages, f.File+f.Message)
		}
		if first == nil {
			first = messages
		}
		if !slices.Equal(first, messages) {
			t.Fatalf("another run found %q after %q", messages, first)
		}
	}
}

func TestDocumented(t *testing.T) {
	t.Parallel()
	for _, c := range naming.Checks() {
		if c.Summary == "" || c.Why == "" || c.Bad == "" || c.Good == "" || c.HowToFix == "" || c.Configure == "" || c.Since == "" || c.Analyzer != naming.Analyzer.Name {
			t.Errorf("%s is not documented", c.Name)
		}
	}
}
