package completion

import (
	"fmt"
	"strings"
)

// bash works with bash 3.2, which has neither mapfile nor compopt.
func bash(t Table) string {
	var b strings.Builder
	fn := function(t)
	fmt.Fprintf(&b, `# bash completion for %[1]s

%[2]s_words() {
    local IFS=$' \t\n'
    COMPREPLY=($(compgen -W "$1" -- "$2"))
}

%[2]s_paths() {
    local IFS=$'\n'
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen "$1" -- "$2"))
}

%[2]s() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev= cmd=%[3]s first=1 flags=
    COMPREPLY=()
    ((COMP_CWORD > 0)) && prev=${COMP_WORDS[COMP_CWORD-1]}
    if [[ $cur == = ]]; then
        cur=
    elif [[ $prev == = ]] && ((COMP_CWORD > 1)); then
        prev=${COMP_WORDS[COMP_CWORD-2]}
    fi
    ((COMP_CWORD > 1)) && case ${COMP_WORDS[1]} in
        %[4]s) cmd=${COMP_WORDS[1]} first= ;;
        *) first= ;;
    esac
    case $cmd:${prev/#--/-} in
`, t.Program, fn, t.Commands[0].Name, strings.Join(names(t), "|"))
	flagCases(&b, t, func(f Flag) string { return bashValue(fn, f.Value) })
	b.WriteString("    esac\n    case $cmd in\n")
	for _, c := range t.Commands {
		fmt.Fprintf(&b, "        %s) flags=%s ;;\n", c.Name, quote(strings.Join(flagNames(c), " ")))
	}
	fmt.Fprintf(&b, `    esac
    case $cur in
        --*) COMPREPLY=($(compgen -P - -W "$flags" -- "${cur#-}")); return ;;
        -*) %[1]s_words "$flags" "$cur"; return ;;
    esac
    case $cmd in
`, fn)
	for _, c := range t.Commands {
		fmt.Fprintf(&b, "        %s) %s ;;\n", c.Name, bashValue(fn, c.Args))
	}
	fmt.Fprintf(&b, `    esac
    [[ -n $first ]] && COMPREPLY+=($(compgen -W %s -- "$cur"))
    return 0
}

complete -F %s %s
`, quote(strings.Join(names(t), " ")), fn, t.Program)
	return b.String()
}

// bashValue is the command that offers the value.
func bashValue(fn string, v Value) string {
	switch v.Kind {
	case Words:
		return fmt.Sprintf(`%s_words %s "$cur";`, fn, quote(strings.Join(texts(v.Words), " ")))
	case File:
		return fn + `_paths -f "$cur";`
	case Dir:
		return fn + `_paths -d "$cur";`
	}
	return ":;"
}
