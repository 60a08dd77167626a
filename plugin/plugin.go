// Package plugin makes reslint a linter of golangci-lint, by its module plugin system. A build of golangci-lint that
// imports this package has it; hosts/golangci-lint is one.
package plugin

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/inputs"
	"github.com/reslint/reslint/internal/rule"
)

// Name is what the linter is called in a configuration of golangci-lint and in //nolint comments.
const Name = "reslint"

func init() { register.Plugin(Name, New) }

// New returns the linter with the settings of a configuration of golangci-lint, which are those of .reslint.yaml and
// take its place. A file that says something else is refused: other hosts would go by it. Without settings, each package
// has the .reslint.yaml that is found from its folder upwards.
func New(raw any) (register.LinterPlugin, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	return newIn(dir, os.Getenv("GOWORK"), raw)
}

func newIn(dir, gowork string, raw any) (*linter, error) {
	l := &linter{dir: dir, gowork: gowork}
	if empty(raw) {
		return l, nil
	}
	cfg, err := decode(raw)
	if err != nil {
		return nil, fmt.Errorf("settings of %s: %w", Name, err)
	}
	if err := contradicted(cfg, dir, gowork); err != nil {
		return nil, fmt.Errorf("settings of %s: %w", Name, err)
	}
	cfg.Dir = config.Root(dir, gowork) // where patterns of files start
	l.config = cfg
	return l, nil
}

// contradicted returns an error where there is a .reslint.yaml that says something else than the settings.
func contradicted(cfg *config.Config, dir, gowork string) error {
	file, err := config.Find(dir, gowork)
	if err != nil || file == "" {
		return err
	}
	other, err := config.Load(file, config.FileName, analyzers.Checks())
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(said(cfg), said(other)) {
		return fmt.Errorf("%s says something else, and other hosts go by it: leave out one of them", file)
	}
	return nil
}

// said is what a configuration says, wherever it does.
func said(c *config.Config) config.Config {
	out := *c
	out.File, out.Dir, out.Origins = "", "", nil
	return out
}

func empty(raw any) bool {
	if raw == nil {
		return true
	}
	m, ok := raw.(map[string]any)
	return ok && len(m) == 0
}

// decode reads settings as .reslint.yaml is read. JSON is YAML.
func decode(raw any) (*config.Config, error) {
	var src bytes.Buffer
	enc := json.NewEncoder(&src)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(raw); err != nil {
		return nil, err
	}
	cfg, err := config.Parse("settings", src.Bytes(), analyzers.Checks())
	var problems config.Problems
	if errors.As(err, &problems) { // its lines are those of the JSON
		var messages []string
		for _, p := range problems {
			messages = append(messages, p.Message)
		}
		return nil, errors.New(strings.Join(messages, "; "))
	}
	return cfg, err
}

type linter struct {
	dir, gowork string
	config      *config.Config // nil where each package finds its own
}

// GetLoadMode says that the passes need types.
func (l *linter) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers returns the passes. golangci-lint handles //nolint itself: only so does it know which are used.
//
// It keeps findings until Go files or names of analyzers change. Of settings files and .reslint.yaml it knows nothing,
// so the last analyzer, which does nothing, has a digest of them in its name.
func (l *linter) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	suite := analyzers.New(analyzers.Options{Policy: rule.Policy{KeepNolint: true}, Config: l.config})
	for _, a := range suite.Analyzers {
		a.Run = fitted(a.Run)
	}
	stand, err := inputs.Analyzer(inputs.Options{Dir: l.dir, GOWORK: l.gowork, Checks: analyzers.Checks(), Config: l.config})
	if err != nil {
		return nil, err
	}
	return append(suite.Analyzers, stand), nil
}

type runFunc = func(*analysis.Pass) (any, error)

// fitted leaves each diagnostic one fix at most, in its own file: golangci-lint applies all fixes of a diagnostic, one
// after the other, and drops single edits of other files. Nor does it leave the places that a diagnostic speaks of:
// golangci-lint makes findings of them, which count, and which a comment that silences the diagnostic does not silence.
func fitted(run runFunc) runFunc {
	return func(pass *analysis.Pass) (any, error) {
		with := *pass
		with.Report = func(d analysis.Diagnostic) {
			d.Related = nil
			d.SuggestedFixes = d.SuggestedFixes[:min(1, len(d.SuggestedFixes))]
			for _, fix := range d.SuggestedFixes {
				for _, e := range fix.TextEdits {
					if pass.Fset.File(e.Pos) != pass.Fset.File(d.Pos) {
						d.SuggestedFixes = nil
					}
				}
			}
			pass.Report(d)
		}
		return run(&with)
	}
}
