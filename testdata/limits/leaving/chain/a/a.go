// Package a is the lowest of three: its constructions have the findings.
package a

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

func New() *http.Client { return &http.Client{Transport: pool.New()} } // want: no-timeout

func Full() *http.Client { return &http.Client{Transport: pool.New(), Timeout: time.Second} }

func Transport() *http.Transport { return &http.Transport{} } // want: missing-limits

type API struct{ HTTP *http.Client }

func NewAPI() *API { return &API{HTTP: &http.Client{Transport: pool.New()}} } // want: no-timeout

// Settings have no client yet.
type Settings struct{ Timeout time.Duration }

// Client is called with the caller's timeout.
func (s Settings) Client() *http.Client {
	return &http.Client{Transport: pool.New(), Timeout: s.Timeout}
}

var Shared = &http.Client{Transport: pool.New()} // want: no-timeout
