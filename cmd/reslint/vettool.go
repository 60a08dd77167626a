package main

import (
	"encoding/json"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/reslint/reslint/analyzers"
)

// vet answers the go command about one package, or lists the flags. It does not return.
func vet(args []string) {
	suite := analyzers.New(analyzers.Options{})
	if file := args[len(args)-1]; strings.HasSuffix(file, ".cfg") {
		if passes, ok := forFacts(file, suite); ok {
			unitchecker.Run(file, passes)
		}
	}
	unitchecker.Main(suite.Analyzers...)
}

// forFacts returns the passes for a package that the go command needs only for what others know of it: the model, or
// nothing outside the main module, where facts end. Which passes the flags leave on makes no difference to facts. What
// cannot be read is left to unitchecker, which says so.
func forFacts(file string, suite analyzers.Suite) (passes []*analysis.Analyzer, ok bool) {
	var unit struct {
		VetxOnly                  bool
		ModulePath, ModuleVersion string
	}
	text, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(text, &unit) != nil || !unit.VetxOnly {
		return nil, false
	}
	if unit.ModulePath == "" || unit.ModuleVersion != "" {
		return nil, true
	}
	return []*analysis.Analyzer{suite.Model}, true
}
