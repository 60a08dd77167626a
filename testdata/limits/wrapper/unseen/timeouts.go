package unseen

import (
	"net/http"

	"golang.org/x/net/http2"
)

// OverHanded has a round tripper that may set a deadline for each request.
func OverHanded(rt http.RoundTripper) *http.Client {
	return &http.Client{Transport: rt}
}

type signing struct{ base http.RoundTripper }

func (s signing) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("Signature", "…")
	return s.base.RoundTrip(r)
}

// OverWrapped wraps one that cannot be seen through either.
func OverWrapped(rt http.RoundTripper) *http.Client {
	return &http.Client{Transport: signing{rt}}
}

// OverTransport has one that is known to be a plain transport, whatever its limits are: it sets no deadlines.
func OverTransport(t *http.Transport) *http.Client {
	return &http.Client{Transport: t} // want: no-timeout
}

// SomeOpaque goes over the default transport where there is no other.
func SomeOpaque(rt http.RoundTripper) *http.Client {
	c := &http.Client{} // want: no-timeout, shared-default-transport
	if rt != nil {
		c.Transport = rt
	}
	return c
}

// OverHTTP2 has a transport of another library, which is known to set no deadlines.
func OverHTTP2() *http.Client {
	return &http.Client{Transport: &http2.Transport{}} // want: no-timeout
}
