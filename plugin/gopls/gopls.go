// Package gopls makes the passes of reslint ready for gopls, which has no plugins: hosts/gopls builds one that has them.
package gopls

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/configpass"
	"github.com/reslint/reslint/internal/inputs"
	"github.com/reslint/reslint/internal/rule"
)

// Analyzers returns the passes for a gopls that is started in dir. Each package has the .reslint.yaml that is found
// from its folder upwards.
//
// gopls keeps findings and facts, also on disk, until Go files or names of passes change. It knows nothing of settings
// files and .reslint.yaml, so a digest of those of the module or workspace around dir is in the name of a pass that all
// others require: another start sees what has changed in them. Outside of a module there is no such pass, because dir
// may hold everything that a user has.
func Analyzers(dir string) ([]*analysis.Analyzer, error) {
	suite := analyzers.New(analyzers.Options{})
	all := append(suite.Analyzers, broken())
	gowork := os.Getenv("GOWORK")
	if root := config.Root(dir, gowork); !holds(root, "go.mod") && !holds(root, "go.work") {
		return all, nil
	}
	stand, err := inputs.Analyzer(inputs.Options{Dir: dir, GOWORK: gowork, Checks: analyzers.Checks()})
	if err != nil {
		return nil, err
	}
	for _, a := range append(slices.Clone(all), suite.Model) { // the model has facts, whose keys hold no other names
		a.Requires = append(slices.Clip(a.Requires), stand)
	}
	return all, nil
}

func holds(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}

// broken returns a pass that reports a configuration that cannot be used, at the package clause of each file, because
// any of them may be the one that is open. The other passes fail then, and gopls does not say so.
func broken() *analysis.Analyzer {
	find := configpass.New(analyzers.Checks())
	return &analysis.Analyzer{
		Name:     "resconfiguration",
		Doc:      "report a .reslint.yaml that cannot be used: nothing else is reported then",
		URL:      rule.PageURL,
		Requires: []*analysis.Analyzer{find},
		Run: func(pass *analysis.Pass) (any, error) {
			if err := pass.ResultOf[find].(*configpass.Result).Err; err != nil {
				message := rule.Sanitize(strings.ReplaceAll(err.Error(), "\n", "; "))
				for _, f := range pass.Files {
					pass.Report(analysis.Diagnostic{Pos: f.Name.Pos(), End: f.Name.End(), Message: message})
				}
			}
			return nil, nil
		},
	}
}
