// Package completion writes shell completion for a command line that is described by a table.
//
// The command line has the habits of Go's flag package: flags with one dash or two, before the arguments, with a value
// behind a space or "=". The first argument may be a subcommand; without one the first of the table is meant.
package completion

import (
	"fmt"
	"strings"
)

// A Table describes a program.
type Table struct {
	Program  string
	Commands []Command // the first is what runs without a subcommand
}

// A Command is one subcommand.
type Command struct {
	Name, Help string // Help is one clause
	Flags      []Flag
	Args       Value // what its arguments are
}

// A Flag is one flag of a subcommand, written without dashes.
type Flag struct {
	Name, Help string
	Value      Value // zero for a flag that takes none
}

// Kind says what stands in a place of the command line.
type Kind uint8

// The kinds of values. None is the zero value.
const (
	None  Kind = iota
	Text       // anything: nothing is offered
	Words      // one of Value.Words
	File
	Dir // a directory, or a package pattern that starts with one
)

// A Value is what a flag or an argument takes.
type Value struct {
	Kind  Kind
	Words []Word
}

// A Word is one of the possible values.
type Word struct{ Text, Help string } // Help may be empty

// Shells lists what [Script] can write.
func Shells() []string { return []string{"bash", "fish", "zsh"} }

// Script returns the completion script for a shell of [Shells].
func Script(shell string, t Table) (string, error) {
	switch {
	case t.Program == "" || len(t.Commands) == 0:
		return "", fmt.Errorf("the table has no program or no commands")
	case shell == "bash":
		return bash(t), nil
	case shell == "fish":
		return fish(t), nil
	case shell == "zsh":
		return zsh(t), nil
	}
	return "", fmt.Errorf("unknown shell %q: use one of %s", shell, strings.Join(Shells(), ", "))
}

// function is the name of the shell function of the program.
func function(t Table) string {
	return "_" + strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, t.Program)
}

// flagCases writes the case of each flag that takes a value: bash and zsh have the same.
func flagCases(b *strings.Builder, t Table, offer func(Flag) string) {
	for _, c := range t.Commands {
		for _, f := range c.Flags {
			if f.Value.Kind != None {
				fmt.Fprintf(b, "        %s:-%s) %s return ;;\n", c.Name, f.Name, offer(f))
			}
		}
	}
}

func names(t Table) []string {
	list := make([]string, len(t.Commands))
	for i, c := range t.Commands {
		list[i] = c.Name
	}
	return list
}

func texts(words []Word) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = w.Text
	}
	return list
}

func flagNames(c Command) []string {
	list := make([]string, len(c.Flags))
	for i, f := range c.Flags {
		list[i] = "-" + f.Name
	}
	return list
}

// quote makes one word for bash and zsh.
func quote(s string) string {
	return "'" + strings.NewReplacer("'", `'\''`, "\n", " ").Replace(s) + "'"
}
