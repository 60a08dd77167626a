// Command runs has subcommands that stand by name in variables of another package.
package main

import (
	"context"
	"os"

	"example.com/fixtures/lifecycle/registered/byname"
)

func main() {
	if err := byname.Execute(context.Background(), os.Args[1]); err != nil {
		os.Exit(1)
	}
}
