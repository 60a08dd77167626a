// Package app gives the client to two systems. Nothing that it can name is the client.
package app

import (
	"net/http"

	"example.com/fixtures/isoclient/across/hidden/mid"
)

type SberClient struct{ c *http.Client }

func (s *SberClient) Do(r *http.Request) (*http.Response, error) { return s.c.Do(r) }

type ReceiptClient struct{ c *http.Client }

func (s *ReceiptClient) Do(r *http.Request) (*http.Response, error) { return s.c.Do(r) }

// New wires them.
func New() (*SberClient, *ReceiptClient) {
	return &SberClient{mid.HTTP()}, &ReceiptClient{mid.HTTP()} // want: shared-client
}
