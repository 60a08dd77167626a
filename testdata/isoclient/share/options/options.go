// Package options hands the client over in functional options and settings.
package options

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type SberClient struct {
	http *http.Client
}

type SberOption func(*SberClient)

func WithSberHTTP(c *http.Client) SberOption { return func(s *SberClient) { s.http = c } }

func NewSberClient(opts ...SberOption) *SberClient {
	s := &SberClient{}
	for _, o := range opts {
		o(s)
	}
	return s
}

func (s *SberClient) Pay(r *http.Request) { _, _ = s.http.Do(r) }

type ReceiptConfig struct {
	HTTP *http.Client
	URL  string
}

type ReceiptClient struct{ cfg ReceiptConfig }

func NewReceiptClient(cfg ReceiptConfig) *ReceiptClient { return &ReceiptClient{cfg} }

func (c *ReceiptClient) Print(r *http.Request) { _, _ = c.cfg.HTTP.Do(r) }

func wire() (*SberClient, *ReceiptClient) {
	c := kit.Client() // want: shared-client
	return NewSberClient(WithSberHTTP(c)), NewReceiptClient(ReceiptConfig{HTTP: c})
}

// A client each.
func apart() (*SberClient, *ReceiptClient) {
	return NewSberClient(WithSberHTTP(kit.Client())), NewReceiptClient(ReceiptConfig{HTTP: kit.Client()})
}

var _, _ = wire, apart
