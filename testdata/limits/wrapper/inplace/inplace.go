// Package inplace puts other round trippers into the variables that transports are in.
package inplace

import (
	"io"
	"net/http"
	"os"
	"time"

	"example.com/fixtures/limits/pool"
)

type keyed struct {
	base http.RoundTripper
	key  string
}

func (k *keyed) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", k.key)
	return k.base.RoundTrip(r)
}

func get(rt http.RoundTripper) (string, error) {
	resp, err := (&http.Client{Timeout: time.Second, Transport: rt}).Get("https://example.com")
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return string(text), err
}

func Wrapped(key string) (string, error) {
	var rt http.RoundTripper = &http.Transport{} // want: missing-limits
	rt = &keyed{base: rt, key: key}
	return get(rt)
}

func WrappedSometimes() (string, error) {
	var rt http.RoundTripper = &http.Transport{} // want: missing-limits
	if key := os.Getenv("KEY"); key != "" {
		rt = &keyed{base: rt, key: key}
	}
	return get(rt)
}

func WrappedTwice(key string) (string, error) {
	var rt http.RoundTripper = http.DefaultTransport.(*http.Transport).Clone() // want: missing-limits "MaxConnsPerHost"
	rt = &keyed{base: rt, key: key}
	rt = &keyed{base: rt, key: key}
	return get(rt)
}

// The first client keeps what the variable held first.
func OneAfterTheOther() (string, error) {
	t := &http.Transport{} // want: missing-limits
	first := &http.Client{Timeout: time.Second, Transport: t}
	t = pool.New()
	if resp, err := first.Get("https://example.com"); err == nil {
		resp.Body.Close()
	}
	return get(t)
}

// What is wrapped has every limit.
func Bounded(key string) (string, error) {
	var rt http.RoundTripper = pool.New()
	if key != "" {
		rt = &keyed{base: rt, key: key}
	}
	return get(rt)
}

// Nothing has the first transport when requests are sent.
func Replaced(key string) (string, error) {
	var rt http.RoundTripper = &http.Transport{}
	rt = &keyed{base: pool.New(), key: key}
	return get(rt)
}

// The wrapper of the first transport is replaced as well.
func ReplacedWhole(key string) (string, error) {
	var rt http.RoundTripper = &http.Transport{}
	rt = &keyed{base: rt, key: key}
	rt = pool.New()
	return get(rt)
}

// The client is given the second one before it sends.
func Exchanged() (string, error) {
	t := &http.Transport{}
	c := &http.Client{Timeout: time.Second, Transport: t}
	t = pool.New()
	c.Transport = t
	resp, err := c.Get("https://example.com")
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return string(text), err
}
