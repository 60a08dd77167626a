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

// Sender is given a method of a client.
type Sender struct {
	do func(*http.Request) (*http.Response, error)
}

// NewSender wires that of the default client into it.
func NewSender() *Sender {
	return &Sender{do: http.DefaultClient.Do} // want: no-timeout, shared-default-transport
}

// Or falls back to it.
func Or(do func(*http.Request) (*http.Response, error)) *Sender {
	if do == nil {
		do = http.DefaultClient.Do // want: no-timeout, shared-default-transport
	}
	return &Sender{do: do}
}

// NewBoundedSender has the method of a client with a timeout.
func NewBoundedSender() *Sender { return &Sender{do: bounded.Do} }

// Idle has a method of the default client that sends nothing.
func Idle() func() { return http.DefaultClient.CloseIdleConnections }

var bounded = &http.Client{Timeout: 9 * second, Transport: transport()}

// Bounded has the method of a client with a timeout: its client is judged where it is built.
func Bounded() *Fetcher { return &Fetcher{get: bounded.Get} }
