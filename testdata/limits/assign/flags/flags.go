// Package flags sets fields through their addresses.
package flags

import (
	"encoding/json"
	"flag"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

func other(fs *flag.FlagSet) *http.Client {
	var unused time.Duration
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	fs.DurationVar(&unused, "timeout", time.Second, "timeout")
	return c
}

// A flag writes straight into the client.
func direct(fs *flag.FlagSet) *http.Client {
	c := &http.Client{Transport: pool.New()}
	fs.DurationVar(&c.Timeout, "timeout", time.Second, "timeout")
	return c
}

// A flag writes into a variable.
func variable(fs *flag.FlagSet) *http.Client {
	var d time.Duration
	fs.DurationVar(&d, "timeout", time.Second, "timeout")
	return &http.Client{Transport: pool.New(), Timeout: d}
}

type Settings struct {
	Timeout time.Duration
	Nested  struct{ Read time.Duration }
}

// A decoder writes into the settings.
func decoded(text []byte) (*http.Client, error) {
	var s Settings
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	return &http.Client{Transport: pool.New(), Timeout: s.Timeout}, nil
}

// The same into a part of them.
func decodedPart(text []byte) (*http.Client, error) {
	var s Settings
	if err := json.Unmarshal(text, &s.Nested); err != nil {
		return nil, err
	}
	return &http.Client{Transport: pool.New(), Timeout: s.Nested.Read}, nil
}

// A pointer to the field writes into it.
func pointer() *http.Client {
	c := &http.Client{Transport: pool.New()}
	d := &c.Timeout
	*d = time.Second
	return c
}
