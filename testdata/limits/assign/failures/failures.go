// Package failures leaves by an error between the construction and what makes it complete.
package failures

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net/http"
	"net/url"
	"os"
	"time"

	"example.com/fixtures/limits/pool"
)

func forgets(file string) (*http.Client, error) {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	if _, err := os.ReadFile(file); err != nil {
		return nil, err
	}
	return c, nil
}

func returnsBoth(file string) (*http.Client, error) {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	if _, err := os.ReadFile(file); err != nil {
		return c, err // a caller that ignores the error has it
	}
	c.Timeout = time.Second
	return c, nil
}

func stored(m map[string]*http.Client, file string) error {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	m[file] = c
	if _, err := os.ReadFile(file); err != nil {
		return err // the map has it all the same
	}
	c.Timeout = time.Second
	return nil
}

// The path that fails returns no client.
func readsFirst(file string) (*http.Client, error) {
	c := &http.Client{Transport: pool.New()}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	d, err := time.ParseDuration(string(text))
	if err != nil {
		return nil, err
	}
	c.Timeout = d
	return c, nil
}

// The transport is complete where it gets used, whatever fails before.
func transport(ca string) (*http.Client, error) {
	t := &http.Transport{}
	pem, err := os.ReadFile(ca)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		return nil, errors.New("no certificates")
	}
	t.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	t.DialContext = pool.New().DialContext
	t.TLSHandshakeTimeout = time.Second
	t.ResponseHeaderTimeout = time.Second
	t.MaxConnsPerHost = 10
	t.MaxIdleConnsPerHost = 8
	t.IdleConnTimeout = time.Minute
	return &http.Client{Timeout: 2 * time.Second, Transport: t}, nil
}

type API struct {
	client *http.Client
	base   *url.URL
}

// The same in a struct, whose field is set last.
func NewAPI(base string) (*API, error) {
	a := &API{client: &http.Client{Transport: pool.New()}}
	u, err := url.Parse(base)
	if err != nil {
		return nil, err
	}
	a.base = u
	a.client.Timeout = time.Second
	return a, nil
}

// Named results, the error among them.
func named(base string) (c *http.Client, err error) {
	c = &http.Client{Transport: pool.New()}
	if _, err = url.Parse(base); err != nil {
		return nil, err
	}
	c.Timeout = time.Second
	return c, nil
}

// A zero struct by value beside the error is nobody's client.
func byValue(base string) (http.Client, error) {
	var c http.Client
	if _, err := url.Parse(base); err != nil {
		return http.Client{}, err
	}
	c.Timeout = time.Second
	c.Transport = pool.New()
	return c, nil
}
