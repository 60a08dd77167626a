// Package fast has clients of fasthttp: each is its own pool with limits of its own, and waits for ever for an answer
// unless it has a read timeout or the call has a time.
package fast

import (
	"time"

	"github.com/valyala/fasthttp"
)

var (
	bare  = &fasthttp.Client{}                                              // want: no-timeout
	timed = &fasthttp.Client{ReadTimeout: 5 * time.Second, Name: "billing"} // no finding
	host  = &fasthttp.HostClient{Addr: "billing.example.com"}               // want: no-timeout
	zero  fasthttp.Client                                                   // want: no-timeout
)

func get(url string) {
	bare.Get(nil, url)
	timed.Get(nil, url)
	zero.Get(nil, url)
	host.Get(nil, url)
}

// Each call has a time, so the client needs none.
func newAPI() *api { return &api{client: &fasthttp.Client{MaxConnsPerHost: 20}} }

type api struct{ client *fasthttp.Client }

func (a *api) get(url string) ([]byte, error) {
	_, body, err := a.client.GetTimeout(nil, url, 3*time.Second)
	return body, err
}

func (a *api) post(url string) error {
	req := fasthttp.AcquireRequest()
	defer fasthttp.ReleaseRequest(req)
	req.SetRequestURI(url)
	req.SetTimeout(3 * time.Second)
	return a.client.Do(req, nil)
}

// Later sets it on the variable.
func Later() *fasthttp.Client {
	c := &fasthttp.Client{}
	c.ReadTimeout = 5 * time.Second
	return c
}

// Unbounded has one call without a time.
type unbounded struct{ client *fasthttp.Client }

func newUnbounded() *unbounded {
	return &unbounded{client: &fasthttp.Client{}} // want: no-timeout
}

func (u *unbounded) get(url string) {
	u.client.GetTimeout(nil, url, time.Second)
	u.client.Do(fasthttp.AcquireRequest(), nil)
}

// The functions of the package go through a client of its own, which has no timeout.
func ofPackage(req *fasthttp.Request, url string) {
	fasthttp.Get(nil, url)            // want: no-timeout "the client has no timeout"
	fasthttp.Post(nil, url, nil)      // want: no-timeout
	fasthttp.Do(req, nil)             // want: no-timeout:warning
	fasthttp.DoRedirects(req, nil, 3) // want: no-timeout:warning
	fasthttp.GetTimeout(nil, url, 1_000_000)
	fasthttp.DoTimeout(req, nil, 1_000_000)
}

// The request has a time of its own.
func ofPackageTimed(url string) error {
	req := fasthttp.AcquireRequest()
	defer fasthttp.ReleaseRequest(req)
	req.SetRequestURI(url)
	req.SetTimeout(3 * time.Second)
	return fasthttp.Do(req, nil)
}
