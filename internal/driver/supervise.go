package driver

import (
	"fmt"
	"go/types"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/outbound"
)

// A supervisor stands between checker and the passes of a suite. The checker starts all passes at once and holds what
// they were given to the end; the supervisor lets as many run as there are processors, drops what is no longer
// needed, and turns a pass that fails into a problem of its package instead of the end of the run.
type supervisor struct {
	model *analysis.Analyzer
	turns *turns

	mu       sync.Mutex
	packages map[*types.Package]*progress
	problems []Problem
}

// progress is how far a package has come.
type progress struct {
	pkg     *packages.Package
	left    int // passes still to run
	model   *outbound.Model
	summary outbound.Summary
	unknown []string // functions that the model could not evaluate
	failed  bool     // the model did, so there is nothing to look at
}

// supervise takes over the passes of the suite, with all that they require.
func supervise(prog *Program, suite analyzers.Suite) *supervisor {
	s := &supervisor{
		model:    suite.Model,
		turns:    newTurns(runtime.GOMAXPROCS(0)),
		packages: make(map[*types.Package]*progress, len(prog.Packages)),
	}
	all := required(append([]*analysis.Analyzer{suite.Model}, suite.Analyzers...))
	facts := len(required([]*analysis.Analyzer{suite.Model})) // what runs over a package for its importers
	for _, p := range prog.Packages {
		state := &progress{pkg: p, left: facts}
		if prog.asked[p.ID] {
			state.left = len(all)
		}
		s.packages[p.Types] = state
	}
	for _, a := range all {
		s.take(a)
	}
	return s
}

// required lists the passes and all that they require, each once.
func required(passes []*analysis.Analyzer) []*analysis.Analyzer {
	var all []*analysis.Analyzer
	var add func(*analysis.Analyzer)
	add = func(a *analysis.Analyzer) {
		if !slices.Contains(all, a) {
			all = append(all, a)
			for _, r := range a.Requires {
				add(r)
			}
		}
	}
	for _, a := range passes {
		add(a)
	}
	return all
}

func (s *supervisor) take(a *analysis.Analyzer) {
	run := a.Run
	a.Run = func(pass *analysis.Pass) (any, error) {
		s.turns.take(a != s.model)
		defer s.turns.give()
		state := s.packages[pass.Pkg]
		defer s.done(state, pass)
		if state.failed {
			return reflect.New(a.ResultType.Elem()).Interface(), nil
		}
		result, err := protect(a, run, pass)
		if err != nil {
			s.failed(state, a, err)
			return reflect.New(a.ResultType.Elem()).Interface(), nil // importers can do without this package's facts
		}
		if m, ok := result.(*outbound.Model); ok && a == s.model {
			state.model, state.summary, state.unknown = m, m.Summary(), m.Unanalysed
		}
		return result, nil
	}
}

// protect turns a panic into an error.
func protect(a *analysis.Analyzer, run func(*analysis.Pass) (any, error), pass *analysis.Pass) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error: %s panicked at %s: %v", a.Name, origin(string(debug.Stack())), r)
		}
	}()
	return run(pass)
}

// origin gives file:line of the call that panicked, from a stack: the frame below that of panic.
func origin(stack string) string {
	_, after, ok := strings.Cut(stack, "\npanic(")
	if !ok {
		return "an unknown place"
	}
	lines := strings.Split(after, "\n")
	for i := 3; i < len(lines); i += 2 { // function and place, in turn
		where := strings.TrimSpace(lines[i])
		if strings.Contains(where, "/runtime/") {
			continue // of the runtime's own, such as a nil dereference
		}
		where, _, _ = strings.Cut(where, " ")
		return where[strings.LastIndexByte(where, '/')+1:]
	}
	return "an unknown place"
}

func (s *supervisor) failed(state *progress, a *analysis.Analyzer, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a == s.model {
		state.failed = true
	}
	s.problems = append(s.problems, Problem{Package: packagePath(state.pkg), Message: err.Error()})
}

// done drops what the pass was given, and with the last pass of a package its syntax, types and model.
func (s *supervisor) done(state *progress, pass *analysis.Pass) {
	pass.Files, pass.TypesInfo, pass.ResultOf = nil, nil, nil
	s.mu.Lock()
	defer s.mu.Unlock()
	if state.left--; state.left > 0 {
		return
	}
	state.pkg.Syntax, state.pkg.TypesInfo = nil, nil
	if state.model != nil {
		*state.model = outbound.Model{} // the checker holds the pointer
		state.model = nil
	}
}
