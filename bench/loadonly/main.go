// Command loadonly loads packages as reslint does and does nothing with them: what reslint is measured by. It leaves the
// collection of garbage to the runtime, which reslint holds back while it loads (driver.LoadGC).
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
