package memory

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

func (c *Cache) Index(key string) (string, error) {
	return c.breaker.Execute(func() (string, error) { return c.m[key], nil }) // want: wrapper-on-local
}

func (c *Cache) Variable(key string) (string, error) {
	call := func() (string, error) { return c.lookup(key) }
	return c.breaker.Execute(call) // want: wrapper-on-local
}

// no finding: the variable may be something else by then
func (c *Cache) Assigned(key string, other func() (string, error)) (string, error) {
	call := func() (string, error) { return c.lookup(key) }
	if other != nil {
		call = other
	}
	return c.breaker.Execute(call)
}

// no finding: an example that plays a call
func (c *Cache) Simulated() (string, error) {
	return c.breaker.Execute(func() (string, error) {
		time.Sleep(time.Millisecond)
		if rand.IntN(2) == 0 {
			return "", errors.New("failed")
		}
		return fmt.Sprint("ok"), nil
	})
}

// no finding: the writer may be a connection
func (c *Cache) Write(w io.Writer) (string, error) {
	return c.breaker.Execute(func() (string, error) { return "", json.NewEncoder(w).Encode(c.m) })
}

// no finding: the reader may be a connection
func (c *Cache) Read(r *bufio.Reader) (string, error) {
	return c.breaker.Execute(func() (string, error) { return r.ReadString('\n') })
}

// no finding: an executor that only tries again is no breaker
func (c *Cache) Retry(key string) (string, error) {
	return failsafe.With[string](retrypolicy.NewWithDefaults[string]()).Get(func() (string, error) { return c.lookup(key) })
}
