package driver

import (
	"slices"
	"testing"
	"testing/synctest"
)

// With one turn, those that end a package go before those that waited longer to begin one.
func TestTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turns, done := newTurns(1), make(chan string, 4)
		turns.take(false)
		for _, w := range []struct {
			name string
			ends bool
		}{{"begin 1", false}, {"begin 2", false}, {"end 1", true}, {"end 2", true}} {
			go func() {
				turns.take(w.ends)
				done <- w.name
				turns.give()
			}()
			synctest.Wait()
		}
		turns.give()
		synctest.Wait()
		close(done)
		if got, want := collect(done), []string{"end 1", "end 2", "begin 1", "begin 2"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

func collect(ch <-chan string) (out []string) {
	for x := range ch {
		out = append(out, x)
	}
	return out
}
