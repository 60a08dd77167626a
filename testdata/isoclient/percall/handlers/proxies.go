package handlers

import (
	"net/http"
	"net/http/httputil"
	"net/url"

	"example.com/fixtures/isoclient/kit"
)

var vendor, _ = url.Parse("https://api.vendor.com")

func proxied(w http.ResponseWriter, r *http.Request) {
	p := httputil.NewSingleHostReverseProxy(vendor) // want: per-call-client
	p.Transport = kit.Transport()
	p.ServeHTTP(w, r)
}

func rewritten(w http.ResponseWriter, r *http.Request) {
	p := &httputil.ReverseProxy{Transport: kit.Transport(), Rewrite: func(pr *httputil.ProxyRequest) { pr.SetURL(vendor) }} // want: per-call-client
	p.ServeHTTP(w, r)
}

func tripped(w http.ResponseWriter, r *http.Request) {
	t := kit.Transport() // want: per-call-client
	if resp, err := t.RoundTrip(r); err == nil {
		resp.Body.Close()
	}
}

// A proxy is cheap: its connections are those of the default transport, or of one that lasts.
func proxiedByDefault(w http.ResponseWriter, r *http.Request) {
	httputil.NewSingleHostReverseProxy(vendor).ServeHTTP(w, r)
	p := &httputil.ReverseProxy{Transport: transport, Rewrite: func(pr *httputil.ProxyRequest) { pr.SetURL(vendor) }}
	p.ServeHTTP(w, r)
}

// The proxy is built once, and serves all requests.
func newProxy() http.Handler {
	p := httputil.NewSingleHostReverseProxy(vendor)
	p.Transport = kit.Transport()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.ServeHTTP(w, r) })
}

// Connections are not kept, or closed with the request.
func proxiedOnce(w http.ResponseWriter, r *http.Request) {
	p := httputil.NewSingleHostReverseProxy(vendor)
	p.Transport = &http.Transport{DisableKeepAlives: true}
	p.ServeHTTP(w, r)
	t := kit.Transport()
	defer t.CloseIdleConnections()
	p.Transport = t
	p.ServeHTTP(w, r)
}
