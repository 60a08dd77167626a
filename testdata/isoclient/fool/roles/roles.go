// Package roles has types whose names say how they work.
package roles

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type BaseClient struct{ c *http.Client }

func (b *BaseClient) Do(r *http.Request) (*http.Response, error) { return b.c.Do(r) }

type CachedClient struct {
	*BaseClient
	m map[string]*http.Response
}

type MockClient struct{ c *http.Client }

func (m *MockClient) Do(r *http.Request) (*http.Response, error) { return m.c.Do(r) }

type RestClient struct{ c *http.Client }

func (m *RestClient) Do(r *http.Request) (*http.Response, error) { return m.c.Do(r) }

// Names of roles are no systems.
func roles() (*CachedClient, *MockClient, *RestClient) {
	c := kit.Client()
	return &CachedClient{BaseClient: &BaseClient{c}}, &MockClient{c}, &RestClient{c}
}

type SberReader struct{ c *http.Client }

func (s *SberReader) Read(r *http.Request) { _, _ = s.c.Do(r) }

type ReceiptWriter struct{ c *http.Client }

func (s *ReceiptWriter) Write(r *http.Request) { _, _ = s.c.Do(r) }

// The names have no suffix of adapters.
func noSuffix() (*SberReader, *ReceiptWriter) {
	c := kit.Client()
	return &SberReader{c}, &ReceiptWriter{c}
}

// The same system in two spellings.
type SberPayClient struct{ c *http.Client }

func (s *SberPayClient) Pay(r *http.Request) { _, _ = s.c.Do(r) }

type SberPayGateway struct{ c *http.Client }

func (s *SberPayGateway) Pay(r *http.Request) { _, _ = s.c.Do(r) }

func spellings() (*SberPayClient, *SberPayGateway) {
	c := kit.Client()
	return &SberPayClient{c}, &SberPayGateway{c}
}

// A retrying client of one system has the plain one inside.
type SberAdapter struct{ c *http.Client }

func (s *SberAdapter) Pay(r *http.Request) error { _, err := s.c.Do(r); return err }

type RetryingAdapter struct{ next *SberAdapter }

func (a *RetryingAdapter) Pay(r *http.Request) error {
	if a.next.Pay(r) == nil {
		return nil
	}
	return a.next.Pay(r)
}

func retrying() *RetryingAdapter { return &RetryingAdapter{&SberAdapter{kit.Client()}} }

var _, _, _, _ = roles, noSuffix, spellings, retrying
