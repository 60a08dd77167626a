package main

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/driver"
)

func main() {
	prog, err := driver.Load(context.Background(), driver.Config{Patterns: os.Args[2:]})
	if err != nil {
		panic(err)
	}
	if n, _ := strconv.Atoi(os.Args[1]); n > 0 {
		debug.SetGCPercent(n)
	}
	res, err := prog.Run(analyzers.New(analyzers.Options{Config: config.Default()}))
	if err != nil {
		panic(err)
	}
	fmt.Println(len(res.Findings))
}
