// Package local calls its own process and the machine it is on.
package local

import (
	"net/http"
	"net/http/httputil"

	"example.com/fixtures/isoclient/kit"
)

// The sidecar and the agent are on the loopback.
func sidecars() {
	c := kit.Client()
	_, _ = c.Get("http://localhost:15000/quitquitquit")
	_, _ = c.Get("http://127.0.0.1:8126/info")
}

// A proxy passes requests on to where they go, which makes no two systems of them.
func proxy(w http.ResponseWriter, r *http.Request) {
	p := &httputil.ReverseProxy{Transport: kit.Transport(), Rewrite: func(*httputil.ProxyRequest) {}} // want: per-call-client
	p.ServeHTTP(w, r)
}
