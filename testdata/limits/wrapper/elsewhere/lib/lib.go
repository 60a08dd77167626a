// Package lib wraps what others build.
package lib

import "net/http"

type Auth struct{ Base http.RoundTripper }

func (a *Auth) RoundTrip(r *http.Request) (*http.Response, error) {
	base := a.Base
	if base == nil {
		base = http.DefaultTransport
	}
	return base.RoundTrip(r)
}

func NewAuth(base http.RoundTripper) http.RoundTripper { return &Auth{Base: base} }

// Wrap puts the authorization around the client's own transport.
func Wrap(c *http.Client) *http.Client {
	c.Transport = NewAuth(c.Transport)
	return c
}
