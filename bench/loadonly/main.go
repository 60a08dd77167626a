// Command loadonly loads packages as reslint does and does nothing with them: the floor that reslint is measured by.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/reslint/reslint/internal/driver"
)

func main() {
	prog, err := driver.Load(context.Background(), driver.Config{Patterns: os.Args[1:]})
	if err != nil {
		fmt.Fprintln(os.Stderr, "loadonly:", err)
		os.Exit(1)
	}
	fmt.Printf("%d packages\n", len(prog.Packages))
}
