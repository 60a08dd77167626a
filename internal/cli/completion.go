package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/reslint/reslint/internal/completion"
	"github.com/reslint/reslint/internal/nearest"
)

func (a app) completion(*flag.FlagSet) runner {
	return func(_ context.Context, args []string) error {
		shells := completion.Shells()
		if len(args) != 1 {
			return usagef("completion takes one of %s", strings.Join(shells, ", "))
		}
		script, err := completion.Script(args[0], a.table())
		if err != nil {
			return usageError{fmt.Errorf("%w%s", err, nearest.Hint(args[0], shells))}
		}
		_, err = io.WriteString(a.Stdout, script)
		return err
	}
}

// table describes the command line for completion.
func (a app) table() completion.Table {
	t := completion.Table{Program: "reslint"}
	for _, c := range commands() {
		fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
		c.setup(a, fs)
		out := completion.Command{Name: c.name, Help: c.short}
		if c.operands != nil {
			out.Args = c.operands(a)
		}
		fs.VisitAll(func(f *flag.Flag) {
			_, usage := flag.UnquoteUsage(f)
			out.Flags = append(out.Flags, completion.Flag{Name: f.Name, Help: usage, Value: a.flagValue(f)})
		})
		t.Commands = append(t.Commands, out)
	}
	return t
}

// flagValue says what a flag takes.
func (a app) flagValue(f *flag.Flag) completion.Value {
	if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
		return completion.Value{}
	}
	switch f.Name {
	case "C":
		return completion.Value{Kind: completion.Dir}
	case "config", "baseline":
		return completion.Value{Kind: completion.File}
	case "format":
		if c, ok := f.Value.(*choice); ok {
			return words(c.words...)(a)
		}
		return words(formatNames()...)(a)
	case "output":
		var starts []string
		for _, name := range formatNames() {
			starts = append(starts, name+"=")
		}
		return words(starts...)(a)
	case "fail-on":
		return words("error", "warning", "note")(a)
	case "enable", "disable":
		return checkWords(a)
	}
	return completion.Value{Kind: completion.Text}
}

// words, checkWords and directories say what the arguments of a subcommand are.
func words(all ...string) func(app) completion.Value {
	return func(app) completion.Value {
		v := completion.Value{Kind: completion.Words}
		for _, w := range all {
			v.Words = append(v.Words, completion.Word{Text: w})
		}
		return v
	}
}

func checkWords(a app) completion.Value {
	v := completion.Value{Kind: completion.Words}
	for _, c := range a.checks() {
		v.Words = append(v.Words, completion.Word{Text: c.Name, Help: c.Summary})
	}
	return v
}

func directories(app) completion.Value { return completion.Value{Kind: completion.Dir} }
