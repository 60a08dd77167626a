package cli

import (
	"flag"
	"fmt"
	"strings"
)

const examples = `
Examples:
  reslint ./...                  check the module in this directory
  reslint -fix -diff ./client    show what -fix would change in one package
  reslint -require systems=4     fail if fewer than four systems are seen

Exit status: 0 nothing to report, 1 findings at or above -fail-on, 2 the run failed.
`

// help writes the usage of a subcommand, or of everything for the default one.
func (a app) help(cmd command, fs *flag.FlagSet) error {
	var b strings.Builder
	all := commands()
	if cmd.name != all[0].name {
		fmt.Fprintf(&b, "usage: reslint %s\n\n%s.\n", strings.TrimSpace(cmd.name+" "+cmd.args), sentence(cmd.short))
		flags(&b, fs)
		_, err := a.Stdout.Write([]byte(b.String()))
		return err
	}
	b.WriteString("reslint checks that each external system a Go program calls is isolated from the others.\n")
	b.WriteString("usage: reslint [flags] [packages]                ./... if none is given\n" +
		"       reslint SUBCOMMAND [flags] [arguments]    'reslint help SUBCOMMAND' says more\n\nSubcommands:\n")
	for _, c := range all[1:] {
		fmt.Fprintf(&b, "  %-*s  %s\n", column, strings.TrimSpace(c.name+" "+c.args), c.short)
	}
	flags(&b, fs)
	b.WriteString(examples)
	_, err := a.Stdout.Write([]byte(b.String()))
	return err
}

// column is the width of what the help explains.
const column = 26

// A pair is two flags that share a line of the help, so that it fits a screen.
type pair struct{ first, second, arg, usage string }

func pairs() []pair {
	return []pair{
		{"enable", "disable", "CHECKS", "turn CHECKS on or off, as in no-timeout,pool-total"},
		{"fix", "diff", "", "mend what is safe to mend; -fix -diff only shows the changes"},
	}
}

// flags lists the flags, with the defaults that say something.
func flags(b *strings.Builder, fs *flag.FlagSet) {
	shared := make(map[string]string) // flag → its line; "" where the other of the pair has it
	for _, p := range pairs() {
		if fs.Lookup(p.first) != nil && fs.Lookup(p.second) != nil {
			shared[p.first] = line("-"+p.first+", -"+p.second+" "+p.arg, p.usage)
			shared[p.second] = ""
		}
	}
	first := true
	fs.VisitAll(func(f *flag.Flag) {
		if first {
			b.WriteString("\nFlags, with one dash or two:\n")
			first = false
		}
		if text, ok := shared[f.Name]; ok {
			b.WriteString(text)
			return
		}
		arg, usage := flag.UnquoteUsage(f)
		if f.DefValue != "" && f.DefValue != "false" {
			usage += " (default " + f.DefValue + ")"
		}
		b.WriteString(line(strings.TrimSpace("-"+f.Name+" "+arg), usage))
	})
}

func line(what, usage string) string { return fmt.Sprintf("  %-*s  %s\n", column, what, usage) }

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
