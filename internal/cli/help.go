package cli

import (
	"flag"
	"fmt"
	"strings"
)

const examples = `
Examples:
  reslint ./...                          check the module in this directory
  reslint -format json -tests ./client   check one package with its tests, for tools
  reslint -require systems=4             fail if fewer than four systems are seen

Findings go to standard output, the summary and what could not be checked to standard error.
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
	b.WriteString("reslint checks that each external system a Go program calls is isolated from the others.\n\n")
	b.WriteString("usage: reslint [flags] [packages]\n       reslint SUBCOMMAND [flags] [arguments]\n\nSubcommands:\n")
	for _, c := range all {
		fmt.Fprintf(&b, "  %-18s %s\n", strings.TrimSpace(c.name+" "+c.args), c.short)
	}
	flags(&b, fs)
	b.WriteString(examples)
	_, err := a.Stdout.Write([]byte(b.String()))
	return err
}

// flags lists the flags, with the defaults that say something.
func flags(b *strings.Builder, fs *flag.FlagSet) {
	first := true
	fs.VisitAll(func(f *flag.Flag) {
		if first {
			b.WriteString("\nFlags, with one dash or two:\n")
			first = false
		}
		arg, usage := flag.UnquoteUsage(f)
		if f.DefValue != "" && f.DefValue != "false" {
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(b, "  %-18s %s\n", strings.TrimSpace("-"+f.Name+" "+arg), usage)
	})
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
