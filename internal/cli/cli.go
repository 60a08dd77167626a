// Package cli is the command line of reslint.
//
// Findings go to standard output, one a line unless it is a terminal, so that other programs can search them.
// Everything else goes to standard error: what could not be checked, and last the summary of what was seen.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/completion"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/nearest"
	"github.com/reslint/reslint/internal/rule"
)

// The exit statuses.
const (
	exitOK       = 0 // nothing at or above the severity that fails a run
	exitFindings = 1
	exitFailed   = 2 // the run itself: bad arguments, something that does not load
)

// System is what a command line may use of the process around it.
type System struct {
	Stdout, Stderr             io.Writer
	StdoutIsTerm, StderrIsTerm bool
	Dir                        string   // working directory
	Env                        []string // as in os.Environ
}

// Process is the system of the running process.
func Process() System {
	dir, _ := os.Getwd() // "" stands for the working directory as well
	return System{
		Stdout: os.Stdout, StdoutIsTerm: term.IsTerminal(int(os.Stdout.Fd())),
		Stderr: os.Stderr, StderrIsTerm: term.IsTerminal(int(os.Stderr.Fd())),
		Dir: dir, Env: os.Environ(),
	}
}

// getenv gives the last value of a variable, "" if it is not set.
func (s System) getenv(name string) string {
	value := ""
	for _, kv := range s.Env {
		if k, v, _ := strings.Cut(kv, "="); k == name {
			value = v
		}
	}
	return value
}

// within names a directory from the working directory.
func (s System) within(dir string) string {
	if filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(s.Dir, dir)
}

// An app is a command line with everything that its subcommands need.
type app struct {
	System
	suite  func(analyzers.Options) analyzers.Suite
	checks func() []*rule.Check
}

// Run runs the command line with the arguments behind the program's name and returns the exit status.
func Run(ctx context.Context, sys System, args []string) int {
	return app{sys, analyzers.New, analyzers.Checks}.run(ctx, args)
}

// A command is one subcommand. To add one, add a row to commands.
type command struct {
	name, args string // args as the usage line shows them
	short      string // one clause
	setup      func(app, *flag.FlagSet) runner
	operands   func(app) completion.Value // what the arguments are, for completion; nil is nothing
}

// A runner does the work of a subcommand whose flags have been parsed. Its error is printed, unless it is a verdict.
type runner func(ctx context.Context, args []string) error

// commands lists the subcommands. The first is the default.
func commands() []command {
	return []command{
		{"check", "[packages]", "check packages, ./... if none is given (the default)", app.check, directories},
		{"explain", "CHECK", "say what a check reports, why, and how to mend it", app.explain, checkWords},
		{"rules", "", "list the checks", app.rules, nil},
		{"init", "", "write a commented " + config.FileName + " from what the module holds", app.initialize, nil},
		{"config", "show|check|schema", "print what is in force, or check the file, or print its JSON schema", app.config, words(configActions()...)},
		{"baseline", "", "write all findings to " + baselineName + ", for -baseline to leave out", app.baseline, nil},
		{"settings", "[packages]", "print the settings of each system and the database budget", app.settings, directories},
		{"completion", strings.Join(completion.Shells(), "|"), "print the completion script of a shell", app.completion, words(completion.Shells()...)},
		{"version", "", "print the version", app.version, nil},
	}
}

// A verdict ends a run that has said all there is to say.
type verdict int

func (v verdict) Error() string { return fmt.Sprintf("exit status %d", int(v)) }

// A usageError is a mistake in the arguments of a subcommand.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func (a app) run(ctx context.Context, args []string) int {
	err := a.dispatch(ctx, args)
	var v verdict
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &v):
		return int(v)
	case ctx.Err() != nil: // whatever went wrong after that
		fmt.Fprintln(a.Stderr, "reslint: interrupted")
		return exitFailed
	}
	for line := range strings.SplitSeq(err.Error(), "\n") { // a file may have several mistakes
		fmt.Fprintf(a.Stderr, "reslint: %s\n", rule.Sanitize(line))
	}
	if errors.As(err, new(usageError)) {
		fmt.Fprintln(a.Stderr, "Run 'reslint -h' for usage.")
	}
	return exitFailed
}

func (a app) dispatch(ctx context.Context, args []string) error {
	if len(args) > 0 && args[0] == "help" {
		args = append(args[1:len(args):len(args)], "-h")
	}
	cmd, named := commands()[0], false
	if len(args) > 0 {
		if c, ok := find(args[0]); ok {
			cmd, named, args = c, true, args[1:]
		}
	}
	fs := flag.NewFlagSet("reslint", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	run := cmd.setup(a, fs)
	operands, err := parse(fs, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return a.help(cmd, fs)
	case err != nil:
		return usageError{explainFlag(fs, err)}
	}
	if !named && len(operands) > 0 {
		if c, ok := find(operands[0]); ok { // a package of that name is ./NAME
			return usagef("the subcommand comes first: reslint %s [flags] [arguments]", c.name)
		}
	}
	return run(ctx, operands)
}

func find(name string) (command, bool) {
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool { return c.name == name })
	if i < 0 {
		return command{}, false
	}
	return all[i], true
}

// parse takes flags before, between and behind the operands, as most linters do. "--" ends them.
func parse(fs *flag.FlagSet, args []string) (operands []string, err error) {
	for {
		if err := fs.Parse(args); err != nil {
			return nil, err
		}
		rest := fs.Args()
		if len(rest) == 0 {
			return operands, nil
		}
		if used := len(args) - len(rest); used > 0 && args[used-1] == "--" {
			return append(operands, rest...), nil
		}
		operands, args = append(operands, rest[0]), rest[1:]
	}
}

// explainFlag adds the flag that was meant to an error about one that does not exist.
func explainFlag(fs *flag.FlagSet, err error) error {
	name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !ok {
		return err
	}
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	return fmt.Errorf("unknown flag -%s%s", name, nearest.Hint(name, names))
}
