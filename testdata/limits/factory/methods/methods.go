// Package methods builds clients in methods, builders and constructors of adapters.
package methods

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

type builder struct {
	timeout   time.Duration
	transport http.RoundTripper
}

func (b *builder) withTimeout(d time.Duration) *builder {
	b.timeout = d
	return b
}

func (b *builder) withPool() *builder {
	b.transport = pool.New()
	return b
}

func (b *builder) build() *http.Client {
	return &http.Client{Timeout: b.timeout, Transport: b.transport} // want: no-timeout
}

// The first caller forgets the timeout.
var (
	v1 = (&builder{}).withPool().build()
	v2 = (&builder{}).withPool().withTimeout(time.Second).build()
)

type careful struct{ timeout time.Duration }

func (b careful) with(d time.Duration) careful {
	b.timeout = d
	return b
}

// All callers give the builder a timeout.
func (b careful) build() *http.Client {
	return &http.Client{Timeout: b.timeout, Transport: pool.New()}
}

var (
	v3 = careful{}.with(time.Second).build()
	v4 = careful{timeout: time.Second}.build()
)

type Adapter struct{ client *http.Client }

func NewAdapter() *Adapter {
	a := &Adapter{}
	a.client = &http.Client{Transport: pool.New()} // want: no-timeout
	return a
}

func (a *Adapter) Get(url string) (*http.Response, error) { return a.client.Get(url) }

type Careful struct{ client *http.Client }

// The constructor leaves nothing to anyone.
func NewCareful(d time.Duration) *Careful {
	a := &Careful{}
	a.client = &http.Client{Transport: pool.New()}
	a.setup(d)
	return a
}

func (a *Careful) setup(d time.Duration) { a.client.Timeout = d }

func (a *Careful) Get(url string) (*http.Response, error) { return a.client.Get(url) }
