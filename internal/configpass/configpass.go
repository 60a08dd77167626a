// Package configpass finds the configuration of a package where the host cannot hand it over: go vet, gopls and
// golangci-lint give analyzers no file of ours. The command does not use it: it reads the configuration once, from its
// working directory.
package configpass

import (
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/rule"
)

// A Result is the configuration of a package, or what is wrong with its file, with file and line.
//
// It is no error of the analyzer: go vet shows those of the analyzers that it was handed, not of what they require.
type Result struct {
	Config *config.Config // nil where Err is not
	Err    error
}

// New returns an analyzer whose result is the *Result for the package, from the .reslint.yaml that is found by walking
// up from the directory of its files to the root of the workspace or module. Packages of other modules have the
// default. The checks are those whose names are valid.
func New(checks []*rule.Check) *analysis.Analyzer {
	l := &loader{checks: checks, none: config.Default(), loaded: make(map[string]loaded)}
	return &analysis.Analyzer{
		Name: "resconfig",
		Doc:  "find the configuration of reslint",
		URL:  rule.PageURL,
		Run: func(pass *analysis.Pass) (any, error) {
			cfg, err := l.of(pass)
			return &Result{cfg, err}, nil
		},
		ResultType: reflect.TypeFor[*Result](),
	}
}

// A loader keeps what it has read, because a host may ask for each of a thousand packages, and looks whether the file
// has changed, because an editor's host runs for days.
type loader struct {
	checks []*rule.Check
	none   *config.Config

	mu     sync.Mutex
	loaded map[string]loaded // by path of the file
}

type loaded struct {
	changed time.Time
	size    int64
	config  *config.Config
	err     error
}

func (l *loader) of(pass *analysis.Pass) (*config.Config, error) {
	dir := directory(pass)
	if dir == "" {
		return l.none, nil
	}
	path, err := config.Find(dir, os.Getenv("GOWORK"))
	if err != nil {
		return nil, err
	}
	if path == "" {
		return l.none, nil
	}
	return l.load(path)
}

// directory is where the files of a package of the main module are, or "" for other packages. Its first file may be
// one that cgo made of it, and stand elsewhere.
func directory(pass *analysis.Pass) string {
	m := pass.Module
	if m == nil || m.Path == "" || m.Version != "" || len(pass.Files) == 0 {
		return ""
	}
	dir, err := filepath.Abs(filepath.Dir(pass.Fset.Position(pass.Files[0].Package).Filename))
	if err != nil {
		return ""
	}
	return dir
}

func (l *loader) load(path string) (*config.Config, error) {
	info, err := os.Stat(path)
	if err != nil {
		return config.Load(path, path, l.checks) // it says why
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	have, ok := l.loaded[path]
	if !ok || !have.changed.Equal(info.ModTime()) || have.size != info.Size() {
		have = loaded{changed: info.ModTime(), size: info.Size()}
		have.config, have.err = config.Load(path, path, l.checks)
		l.loaded[path] = have
	}
	return have.config, have.err
}
