package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/unit"
)

// vet answers the go command about one package, or lists the flags. Where the go command wants fixes, of which it keeps
// other results, unitchecker makes them. It does not return.
func vet(args []string) {
	suite := analyzers.New(analyzers.Options{})
	last := len(args) - 1
	file := args[last]
	if !strings.HasSuffix(file, ".cfg") {
		unitchecker.Main(suite.Analyzers...)
	}
	if on, ok := unit.Select(args[:last], suite.Analyzers); ok {
		if err := unit.Check(file, on); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if passes, ok := forFacts(file, suite); ok {
		unitchecker.Run(file, passes)
	}
	unitchecker.Main(suite.Analyzers...)
}

// forFacts returns the passes for a package that the go command needs only for what others know of it: the model, or
// nothing outside the main module, where facts end. Which passes the flags leave on makes no difference to facts. What
// cannot be read is left to unitchecker, which says so.
func forFacts(file string, suite analyzers.Suite) (passes []*analysis.Analyzer, ok bool) {
	var cfg struct {
		VetxOnly                  bool
		ModulePath, ModuleVersion string
	}
	text, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(text, &cfg) != nil || !cfg.VetxOnly {
		return nil, false
	}
	if cfg.ModulePath == "" || cfg.ModuleVersion != "" {
		return nil, true
	}
	return []*analysis.Analyzer{suite.Model}, true
}
