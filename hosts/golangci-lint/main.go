// Command golangci-lint is golangci-lint with reslint built in. Nothing but module sources is needed to build it.
package main

import (
	"fmt"
	"os"
	"runtime/debug"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/reslint/reslint/plugin"
)

func main() {
	// The version is part of the key of kept findings, and only "(devel)" stands for the content of this program: under
	// that of golangci-lint, another build of reslint would serve the findings of the one before.
	info := commands.BuildInfo{GoVersion: "unknown", Version: "(devel)", Commit: "?", Date: "?"}
	if build, ok := debug.ReadBuildInfo(); ok {
		info.GoVersion = build.GoVersion
	}
	if err := commands.Execute(info); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}
