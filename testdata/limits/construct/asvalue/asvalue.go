// Package asvalue has functions of net/http as values: whoever calls them goes through the default client.
package asvalue

import "net/http"

var fetch = http.Get // want: no-timeout, shared-default-transport

// Fetch calls what the variable holds, which is reported there.
func Fetch() (*http.Response, error) { return fetch("https://api.example.com/") }

// Fetcher is given its function.
type Fetcher struct {
	get func(string) (*http.Response, error)
}

// New wires the default client into it.
func New() *Fetcher {
	return &Fetcher{get: http.Get} // want: no-timeout, shared-default-transport
}

// Fetch calls it.
func (f *Fetcher) Fetch() (*http.Response, error) { return f.get("https://api.example.com/") }

// Pass hands it on, once, to a helper that calls it twice.
func Pass() {
	twice(http.Head) // want: no-timeout, shared-default-transport
}

func twice(do func(string) (*http.Response, error)) {
	do("https://api.example.com/a")
	do("https://api.example.com/b")
}

// Local gives it another name.
func Local() (*http.Response, error) {
	get := http.Get // want: no-timeout, shared-default-transport
	return get("https://api.example.com/")
}

var bounded = &http.Client{Timeout: 9 * second, Transport: transport()}

// Bounded has the method of a client with a timeout: its client is judged where it is built.
func Bounded() *Fetcher { return &Fetcher{get: bounded.Get} }
