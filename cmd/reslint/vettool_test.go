package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/analyzers"
)

// The go command asks for every package below those that it vets, too. Outside the main module nothing is run there:
// the standard library would take most of the time.
func TestForFacts(t *testing.T) {
	t.Parallel()
	suite := analyzers.New(analyzers.Options{})
	for name, tt := range map[string]struct {
		unit   string
		passes []*analysis.Analyzer
		ok     bool
	}{
		"the standard library":      {`{"VetxOnly": true}`, nil, true},
		"another module":            {`{"VetxOnly": true, "ModulePath": "example.com/m", "ModuleVersion": "v1.0.0"}`, nil, true},
		"the main module":           {`{"VetxOnly": true, "ModulePath": "example.com/m"}`, []*analysis.Analyzer{suite.Model}, true},
		"a package to vet":          {`{"ModulePath": "example.com/m"}`, nil, false},
		"a standard package to vet": {`{}`, nil, false},
		"not JSON":                  {`{"VetxOnly": true`, nil, false},
	} {
		file := filepath.Join(t.TempDir(), "vet.cfg")
		if err := os.WriteFile(file, []byte(tt.unit), 0o600); err != nil {
			t.Fatal(err)
		}
		if passes, ok := forFacts(file, suite); ok != tt.ok || !slices.Equal(passes, tt.passes) {
			t.Errorf("%s: %v, %t", name, passes, ok)
		}
	}
	if _, ok := forFacts(filepath.Join(t.TempDir(), "none.cfg"), suite); ok {
		t.Error("a file that is not there")
	}
}
