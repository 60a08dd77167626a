package completion

import (
	"fmt"
	"strings"
)

func zsh(t Table) string {
	var b strings.Builder
	fn := function(t)
	fmt.Fprintf(&b, `#compdef %[1]s
# zsh completion for %[1]s

%[2]s() {
    local cmd=%[3]s prev=${words[CURRENT-1]} first=1
    local -a offer
    if ((CURRENT > 2)); then
        first=
        case ${words[2]} in
            %[4]s) cmd=${words[2]} ;;
        esac
    fi
    if [[ $PREFIX == -*=* ]]; then
        prev=${PREFIX%%%%=*}
        compset -P '*='
    fi
    case $cmd:${prev/#--/-} in
`, t.Program, fn, t.Commands[0].Name, strings.Join(names(t), "|"))
	flagCases(&b, t, func(f Flag) string { return zshValue(f.Name, f.Value) + ";" })
	b.WriteString("    esac\n    if [[ $PREFIX == -* ]]; then\n        case $cmd in\n")
	for _, c := range t.Commands {
		words := make([]Word, len(c.Flags))
		for i, f := range c.Flags {
			words[i] = Word{Text: "-" + f.Name, Help: f.Help}
		}
		fmt.Fprintf(&b, "            %s) offer=(%s) ;;\n", c.Name, zshWords(words))
	}
	b.WriteString(`        esac
        [[ $PREFIX == --* ]] && offer=(-${^offer})
        _describe -o flag offer
        return
    fi
`)
	commands := make([]Word, len(t.Commands))
	for i, c := range t.Commands {
		commands[i] = Word{Text: c.Name, Help: c.Help}
	}
	fmt.Fprintf(&b, "    if [[ -n $first ]]; then\n        offer=(%s)\n        _describe subcommand offer\n    fi\n    case $cmd in\n",
		zshWords(commands))
	for _, c := range t.Commands {
		fmt.Fprintf(&b, "        %s) %s ;;\n", c.Name, zshValue("argument", c.Args))
	}
	fmt.Fprintf(&b, `    esac
}

if [[ ${funcstack[1]} == %[1]s ]]; then
    %[1]s "$@"
else
    compdef %[1]s %[2]s
fi
`, fn, t.Program)
	return b.String()
}

// zshValue is the command that offers the value.
func zshValue(label string, v Value) string {
	switch v.Kind {
	case Words:
		return fmt.Sprintf("offer=(%s); _describe %s offer", zshWords(v.Words), quote(label))
	case File:
		return "_files"
	case Dir:
		return "_files -/"
	}
	return ":"
}

func zshWords(words []Word) string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = strings.ReplaceAll(w.Text, ":", `\:`)
		if w.Help != "" {
			list[i] += ":" + w.Help
		}
		list[i] = quote(list[i])
	}
	return strings.Join(list, " ")
}
