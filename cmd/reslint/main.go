// Command reslint checks that a Go program isolates the external systems it calls from each other.
//
// It is a command of its own, and a tool for "go vet -vettool".
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/reslint/reslint/internal/cli"
)

func main() {
	args := os.Args[1:]
	switch {
	case len(args) == 1 && args[0] == "-V=full":
		id, err := toolID()
		if err != nil {
			fmt.Fprintf(os.Stderr, "reslint: %v\n", err)
			os.Exit(2)
		}
		fmt.Println(id)
	case vetProtocol(args):
		vet(args) // does not return
	default:
		// The go command and its compilers end with the run. A second signal ends the process at once.
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		context.AfterFunc(ctx, stop)
		os.Exit(cli.Run(ctx, cli.Process(), args))
	}
}

// vetProtocol reports whether the go command is asking: for the flags, for the version, or to check one package. A
// last argument that ends in ".cfg" is not enough, because "reslint check x.cfg" ends so too.
func vetProtocol(args []string) bool {
	if len(args) == 0 {
		return false
	}
	if len(args) == 1 && (args[0] == "-flags" || args[0] == "-V=full") {
		return true
	}
	first, last := args[0], args[len(args)-1]
	return strings.HasSuffix(last, ".cfg") && (strings.HasPrefix(first, "-") || len(args) == 1)
}
