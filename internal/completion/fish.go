package completion

import (
	"fmt"
	"strings"
)

func fish(t Table) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# fish completion for %s\n\ncomplete -c %[1]s -f\n", t.Program)
	others := strings.Join(names(t)[1:], " ")
	for i, c := range t.Commands {
		cond := "__fish_seen_subcommand_from " + c.Name
		if i == 0 && others != "" {
			cond = "not __fish_seen_subcommand_from " + others
		} else if i == 0 {
			cond = "true"
		}
		fmt.Fprintf(&b, "\ncomplete -c %s -n __fish_use_subcommand -a %s -d %s\n", t.Program, c.Name, fishQuote(c.Help))
		for _, f := range c.Flags {
			fmt.Fprintf(&b, "complete -c %s -n %s -o %s -l %[3]s%s -d %s\n", t.Program, fishQuote(cond), f.Name,
				fishValue(f.Value), fishQuote(f.Help))
		}
		fishArgs(&b, t.Program, cond, c.Args)
	}
	return b.String()
}

func fishArgs(b *strings.Builder, program, cond string, v Value) {
	line := fmt.Sprintf("complete -c %s -n %s", program, fishQuote(cond))
	switch v.Kind {
	case Words:
		for _, w := range v.Words {
			fmt.Fprintf(b, "%s -a %s -d %s\n", line, fishQuote(w.Text), fishQuote(w.Help))
		}
	case File:
		fmt.Fprintf(b, "%s -F\n", line)
	case Dir:
		fmt.Fprintf(b, "%s -a '(__fish_complete_directories)'\n", line)
	}
}

// fishValue is the part of a flag's line that says what it takes.
func fishValue(v Value) string {
	switch v.Kind {
	case Words:
		return " -x -a " + fishQuote(strings.Join(texts(v.Words), " "))
	case File:
		return " -r -F"
	case Dir:
		return " -x -a '(__fish_complete_directories)'"
	case Text:
		return " -x"
	}
	return ""
}

func fishQuote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", " ").Replace(s) + "'"
}
