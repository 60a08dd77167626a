package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"time"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/driver"
)

func main() {
	runtime.MemProfileRate = 64 << 10
	cfg := config.Default()
	prog, err := driver.Load(context.Background(), driver.Config{Patterns: os.Args[2:]})
	if err != nil {
		panic(err)
	}
	var m0, m1 runtime.MemStats
	runtime.ReadMemStats(&m0)
	f, _ := os.Create(os.Args[1] + ".cpu")
	pprof.StartCPUProfile(f)
	peak := uint64(0)
	stop := make(chan bool)
	go func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				if m.HeapInuse > peak+peak/20 {
					peak = m.HeapInuse
					h, _ := os.Create(os.Args[1] + ".heap")
					pprof.WriteHeapProfile(h)
					h.Close()
				}
			}
		}
	}()
	t := time.Now()
	res, err := prog.Run(analyzers.New(analyzers.Options{Config: cfg}))
	pprof.StopCPUProfile()
	close(stop)
	f.Close()
	if err != nil {
		panic(err)
	}
	runtime.ReadMemStats(&m1)
	fmt.Println(len(res.Findings), "findings", time.Since(t), "alloc MB", (m1.TotalAlloc-m0.TotalAlloc)>>20, "after load MB", m0.HeapAlloc>>20, "peak heap", peak>>20)
}
