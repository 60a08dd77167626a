// Package memory has breakers around what stands in memory.
package memory

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync"

	"github.com/sony/gobreaker/v2"
)

var errMissing = errors.New("missing")

type Cache struct {
	mu      sync.Mutex
	m       map[string]string
	breaker *gobreaker.CircuitBreaker[string]
}

func (c *Cache) Get(key string) (string, error) {
	return c.breaker.Execute(func() (string, error) { // want: wrapper-on-local
		c.mu.Lock()
		defer c.mu.Unlock()
		v, ok := c.m[strings.ToLower(key)]
		if !ok {
			return "", errMissing
		}
		return v, nil
	})
}

func (c *Cache) lookup(key string) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.m[key]; ok {
		return v, nil
	}
	return "", errMissing
}

func (c *Cache) Helper(key string) (string, error) {
	return c.breaker.Execute(func() (string, error) { return c.lookup(key) }) // want: wrapper-on-local
}

// no finding: a file is neither memory nor the database
func (c *Cache) File(name string) (string, error) {
	return c.breaker.Execute(func() (string, error) {
		b, err := os.ReadFile(name)
		return string(b), err
	})
}

// no finding: a program is run
func (c *Cache) Exec(name string) (string, error) {
	return c.breaker.Execute(func() (string, error) {
		b, err := exec.Command(name).Output()
		return string(b), err
	})
}

// no finding: an answer is waited for on a channel, which somebody else fills
func (c *Cache) Wait(answers <-chan string) (string, error) {
	return c.breaker.Execute(func() (string, error) { return <-answers, nil })
}

// Sum works something out.
func Sum(breaker *gobreaker.CircuitBreaker[int], a, b int) (int, error) {
	return breaker.Execute(func() (int, error) { return a + b, nil }) // want: wrapper-on-local
}

// Longest looks through what it has.
func Longest(breaker *gobreaker.CircuitBreaker[string], words []string) (string, error) {
	return breaker.Execute(func() (string, error) { // want: wrapper-on-local
		var out string
		for _, w := range words {
			if len(w) > len(out) {
				out = w
			}
		}
		return out, nil
	})
}

// no finding: an outcome is recorded
func Record(breaker *gobreaker.CircuitBreaker[int], status int) error {
	_, err := breaker.Execute(func() (int, error) {
		if status/100 == 5 {
			return status, errMissing
		}
		return status, nil
	})
	return err
}
