package inputs

import (
	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/rule"
)

// Analyzer returns a pass that does nothing and has a digest of the files in its name, for hosts whose keys of kept
// findings hold the names of passes.
func Analyzer(o Options) (*analysis.Analyzer, error) {
	sum, err := Sum(o)
	if err != nil {
		return nil, err
	}
	return &analysis.Analyzer{
		Name: "resinputs_" + sum,
		Doc:  "stand for the settings files and the configuration that the other analyzers read",
		URL:  rule.PageURL,
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	}, nil
}
