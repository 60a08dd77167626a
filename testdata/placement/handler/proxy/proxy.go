// Package proxy has handlers that pass their own request on.
package proxy

import (
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"

	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"
)

type proxy struct {
	client  *http.Client
	base    http.RoundTripper
	reverse *httputil.ReverseProxy
	breaker *gobreaker.CircuitBreaker[*http.Response]
	sem     *semaphore.Weighted
	target  *url.URL
}

// no finding: a reverse proxy answers
func (p *proxy) Reverse(w http.ResponseWriter, r *http.Request) {
	_, _ = p.breaker.Execute(func() (*http.Response, error) {
		p.reverse.ServeHTTP(w, r)
		return nil, nil
	})
}

// no finding: the clone of the request goes on
func (p *proxy) Clone(w http.ResponseWriter, r *http.Request) {
	out := r.Clone(r.Context())
	out.URL, out.RequestURI = p.target, ""
	resp, err := p.breaker.Execute(func() (*http.Response, error) { return p.base.RoundTrip(out) })
	if err == nil {
		_, _ = io.Copy(w, resp.Body)
	}
}

// no finding: the request itself goes on
func (p *proxy) Same(w http.ResponseWriter, r *http.Request) {
	r.URL, r.RequestURI = p.target, ""
	if p.sem.Acquire(r.Context(), 1) != nil {
		return
	}
	defer p.sem.Release(1)
	_, _ = p.client.Do(r)
}

// no finding: a new request with the method and the body of the one that came in
func (p *proxy) Forward(w http.ResponseWriter, r *http.Request) {
	_, _ = p.breaker.Execute(func() (*http.Response, error) {
		out, err := http.NewRequestWithContext(r.Context(), r.Method, p.target.String(), r.Body)
		if err != nil {
			return nil, err
		}
		return p.client.Do(out)
	})
}

// Own sends a request of its own: no proxy.
func (p *proxy) Own(w http.ResponseWriter, r *http.Request) {
	_, _ = p.breaker.Execute(func() (*http.Response, error) { // want: wrapper-in-handler
		out, err := http.NewRequestWithContext(r.Context(), http.MethodPost, p.target.String(), nil)
		if err != nil {
			return nil, err
		}
		return p.client.Do(out)
	})
}
