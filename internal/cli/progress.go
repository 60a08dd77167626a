package cli

import (
	"fmt"
	"sync"
	"time"
)

// quiet is how long a run may take without a sign of life.
const quiet = time.Second

// progress shows what a run is doing once it has taken a while, on a terminal only. The second function ends that
// and clears the line; nothing is written after it returns.
func (a app) progress() (stage func(string), done func()) {
	if !a.StderrIsTerm {
		return func(string) {}, func() {}
	}
	var (
		mu      sync.Mutex
		current string
		start   = time.Now()
		stop    = make(chan struct{})
		ended   sync.WaitGroup
	)
	ended.Go(func() {
		tick := time.NewTicker(quiet)
		defer tick.Stop()
		shown := false
		for {
			select {
			case <-tick.C:
				mu.Lock()
				text := current
				mu.Unlock()
				fmt.Fprintf(a.Stderr, "\r\x1b[Kreslint: %s (%d s)", text, int(time.Since(start).Seconds()))
				shown = true
			case <-stop:
				if shown {
					fmt.Fprint(a.Stderr, "\r\x1b[K")
				}
				return
			}
		}
	})
	return func(s string) {
			mu.Lock()
			defer mu.Unlock()
			current = s
		}, func() {
			close(stop)
			ended.Wait()
		}
}
