package driver

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/analyzers/sizing"
	"github.com/reslint/reslint/internal/report"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/settings"
	"github.com/reslint/reslint/internal/settingspass"
)

// A Result is what the passes found in the packages asked for.
type Result struct {
	Fset     *token.FileSet
	Modules  []string // directories of the modules that are checked, the only ones whose files may be changed
	Findings []report.Found
	Seen     report.Counts
	Problems []Problem // what was not checked, while loading and by the passes
	// Unanalysed names functions that the model could not evaluate, with the reason. Code that depends on them may lack
	// findings. It is no problem of the run: the program is not to blame, and its owner cannot mend it.
	Unanalysed []string
	// Settings are what the packages read of settings, and then what constants in the code of each program say, for
	// people to look at.
	Settings []*settings.Set
}

// Run runs the suite. It takes the suite and the program over: neither may be used again, because each package's
// syntax and types are dropped as soon as the last pass is through with them.
func (prog *Program) Run(suite analyzers.Suite) (*Result, error) {
	prog.progress("checking " + count(len(prog.asked), "package"))
	defer setGC(checkGC)()
	var roots []*packages.Package
	for _, p := range prog.Packages {
		if prog.asked[p.ID] {
			roots = append(roots, p)
		}
	}
	sup := supervise(prog, suite)
	graph, err := checker.Analyze(append([]*analysis.Analyzer{suite.Model}, suite.Analyzers...), roots, nil)
	if err != nil {
		return nil, err
	}
	res := &Result{Fset: prog.Fset, Seen: sup.count(roots), Problems: slices.Concat(prog.Problems, sup.problems)}
	slices.SortFunc(graph.Roots, func(a, b *checker.Action) int { // a package before its test variant
		return cmp.Or(cmp.Compare(a.Package.ID, b.Package.ID), cmp.Compare(a.Analyzer.Name, b.Analyzer.Name))
	})
	seen, files := make(seenPlaces), make(map[string]bool)
	codes := make(map[string]*sizing.Code)
	for _, act := range graph.Roots {
		if act.Err != nil { // none of a pass: those are with the supervisor
			res.Problems = append(res.Problems, Problem{Package: packagePath(act.Package), Message: act.Err.Error()})
		}
		switch r := act.Result.(type) {
		case *rule.Result:
			res.add(prog.Fset, act.Package, r, seen)
			for _, s := range r.Settings {
				files[s.Name] = true
			}
			for _, e := range r.FileErrors {
				res.Problems = append(res.Problems, prog.cfg.fileProblem(e))
			}
		case *settingspass.Result:
			res.Settings = append(res.Settings, r.Sets()...)
			for _, e := range r.Errors {
				res.Problems = append(res.Problems, prog.cfg.fileProblem(e))
			}
		case *sizing.Code:
			if path := packagePath(act.Package); codes[path] == nil { // a package before its test variant
				codes[path] = r
			}
		}
	}
	res.Settings = append(res.Settings, programs(roots, codes)...)
	res.Seen.Settings = len(files)
	res.Modules, res.Unanalysed = modules(roots), sup.unanalysed(roots)
	slices.SortFunc(res.Problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Message, b.Message))
	})
	res.Problems = slices.Compact(res.Problems) // a package and its test variants meet the same
	return res, nil
}

// modules lists the directories of the main modules that packages belong to.
func modules(roots []*packages.Package) []string {
	var dirs []string
	for _, p := range roots {
		if p.Module != nil && p.Module.Main && p.Module.Dir != "" && !slices.Contains(dirs, p.Module.Dir) {
			dirs = append(dirs, p.Module.Dir)
		}
	}
	slices.Sort(dirs)
	return dirs
}

// unanalysed lists the functions of the packages that the model could not evaluate.
func (s *supervisor) unanalysed(roots []*packages.Package) []string {
	var out []string
	for _, p := range roots {
		for _, what := range s.packages[p.Types].unknown {
			out = append(out, packagePath(p)+": "+what)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// seenPlaces holds the package that a finding was first seen in. The message does not tell findings apart: it may
// list more uses in a test variant.
type seenPlaces map[findingPlace]*packages.Package

type findingPlace struct {
	file, check  string
	line, column int
}

// add takes the findings over, except those that another variant of the package has.
func (res *Result) add(fset *token.FileSet, p *packages.Package, r *rule.Result, seen seenPlaces) {
	for _, f := range r.Findings {
		start, _ := f.Resolve(fset)
		at := findingPlace{start.Filename, f.Check.Name, start.Line, start.Column}
		if first, ok := seen[at]; ok && first != p {
			continue
		}
		seen[at] = p
		found := report.Found{Finding: f, Module: packagePath(p), Root: p.Dir}
		if p.Module != nil && p.Module.Dir != "" {
			found.Module, found.Root = p.Module.Path, p.Module.Dir
		}
		res.Findings = append(res.Findings, found)
	}
}

// count adds up what the models hold. A package and its test variants hold the same things: the largest number counts.
func (s *supervisor) count(roots []*packages.Package) report.Counts {
	perPackage := make(map[string]report.Counts, len(roots))
	systems := make(map[string]bool)
	for _, p := range roots {
		sum, c := s.packages[p.Types].summary, perPackage[p.PkgPath]
		for _, name := range sum.Systems {
			systems[name] = true
		}
		perPackage[p.PkgPath] = report.Counts{
			Clients:   max(c.Clients, sum.Clients),
			Breakers:  max(c.Breakers, sum.Breakers),
			Bulkheads: max(c.Bulkheads, sum.Bulkheads),
			Databases: max(c.Databases, sum.Databases),
		}
	}
	total := report.Counts{Systems: len(systems)}
	checked := make(map[string]bool, len(roots)) // a package with external tests is one
	for _, p := range roots {
		checked[packagePath(p)] = true
	}
	total.Packages = len(checked)
	for _, c := range perPackage {
		total.Clients += c.Clients
		total.Breakers += c.Breakers
		total.Bulkheads += c.Bulkheads
		total.Databases += c.Databases
	}
	return total
}
