package defaults

import (
	"crypto/tls"
	"net/http"
)

// What is asked of a field of the default transport is no change of it.
func asks(rt http.RoundTripper, req *http.Request) (cfg *tls.Config) {
	if rt == nil {
		rt = http.DefaultTransport
	}
	t, ok := rt.(*http.Transport)
	if ok && t.Proxy != nil {
		_, _ = t.Proxy(req)
	}
	if ok && t.TLSClientConfig != nil {
		cfg = t.TLSClientConfig
	}
	if http.DefaultClient.Timeout == 0 {
		return nil
	}
	return cfg
}

// After the question, it is.
func asksAndSets(rt http.RoundTripper) {
	if rt == nil {
		rt = http.DefaultTransport
	}
	if t, ok := rt.(*http.Transport); ok && t.TLSClientConfig == nil {
		t.TLSClientConfig = &tls.Config{} // want: mutated-default
	}
}
