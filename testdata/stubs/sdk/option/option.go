// Package option has the options of the SDK: none of its functions takes a context.
package option

import "net/http"

type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

type Option func(*settings)

type settings struct{ doer Doer }

func WithHTTPClient(d Doer) Option { return func(s *settings) { s.doer = d } }
