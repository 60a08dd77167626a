// Package stems tells systems by the names of types.
package stems

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type Sber struct{ c *http.Client }

func (s *Sber) Pay(r *http.Request) { _, _ = s.c.Do(r) }

type Insurance struct{ c *http.Client }

func (s *Insurance) Ask(r *http.Request) { _, _ = s.c.Do(r) }

func NewSberAdapter(c *http.Client) *Sber { return &Sber{c} }

func NewInsuranceGateway(c *http.Client) *Insurance { return &Insurance{c} }

// The constructors have the stems.
func constructors() (*Sber, *Insurance) {
	c := kit.Client() // want: shared-client "insurance (type NewInsuranceGateway) and sber (type NewSberAdapter)"
	return NewSberAdapter(c), NewInsuranceGateway(c)
}

// Types without a suffix of adapters are no evidence.
type Orders struct{ c *http.Client }

func (s *Orders) Get(r *http.Request) { _, _ = s.c.Do(r) }

type Users struct{ c *http.Client }

func (s *Users) Get(r *http.Request) { _, _ = s.c.Do(r) }

func plain() (*Orders, *Users) {
	c := kit.Client()
	return &Orders{c}, &Users{c}
}

type SberClient struct{ c *http.Client }

func (s *SberClient) Pay(r *http.Request) { _, _ = s.c.Do(r) }

type SberHTTPClient struct{ c *http.Client }

func (s *SberHTTPClient) Pay(r *http.Request) { _, _ = s.c.Do(r) }

// The names compare after the words of roles and kinds are dropped.
func oneStem() (*SberClient, *SberHTTPClient) {
	c := kit.Client()
	return &SberClient{c}, &SberHTTPClient{c}
}

type HTTPClient struct{ c *http.Client }

func (s *HTTPClient) Do(r *http.Request) { _, _ = s.c.Do(r) }

// A name of words of roles and kinds only has no stem.
func noStem() (*SberClient, *HTTPClient) {
	c := kit.Client()
	return &SberClient{c}, &HTTPClient{c}
}

type clientAdapter struct{ c *http.Client }

func (s *clientAdapter) Do(r *http.Request) { _, _ = s.c.Do(r) }

// Nor has one of two such words.
func twoRoles() (*SberClient, *clientAdapter) {
	c := kit.Client()
	return &SberClient{c}, &clientAdapter{c}
}

var _, _, _, _, _ = constructors, plain, oneStem, noStem, twoRoles
