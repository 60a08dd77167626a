// Package proxy has reverse proxies, which stream what they pass on.
package proxy

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"time"

	"example.com/fixtures/limits/pool"
)

func bare(u *url.URL) (_, _ *httputil.ReverseProxy) {
	a := httputil.NewSingleHostReverseProxy(u)                      // want: no-timeout:error, shared-default-transport
	b := &httputil.ReverseProxy{Director: func(r *http.Request) {}} // want: no-timeout:error, shared-default-transport
	return a, b
}

func unbounded() *httputil.ReverseProxy {
	return &httputil.ReverseProxy{Transport: &http.Transport{}} // want: no-timeout:error, missing-limits
}

func phases(u *url.URL) (_, _ *httputil.ReverseProxy) {
	a := httputil.NewSingleHostReverseProxy(u) // want: no-timeout:note
	a.Transport = pool.New()
	b := &httputil.ReverseProxy{Transport: pool.New()} // want: no-timeout:note
	return a, b
}

// The proxy's handler is bounded: http.TimeoutHandler answers in its place.
func handler(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusOK) }

var server = http.Server{Handler: http.HandlerFunc(handler), ReadTimeout: time.Second}
