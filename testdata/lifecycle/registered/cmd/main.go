// Command cmd runs subcommands that stand in variables of another package.
package main

import (
	"context"
	"os"

	"example.com/fixtures/lifecycle/registered/commands"
)

func main() {
	if err := commands.Execute(context.Background(), os.Args[1]); err != nil {
		os.Exit(1)
	}
}
