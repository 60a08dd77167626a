// Package fields has types with two addresses.
package fields

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

// Two addresses of one type that one client is used for: they may be two systems.
type Gateway struct {
	client     *http.Client
	PayURL     string
	ReceiptURL string
}

func New(pay, receipt string) *Gateway {
	return &Gateway{client: kit.Client(), PayURL: pay, ReceiptURL: receipt} // want: shared-client:warning "serves PayURL (field Gateway.PayURL) and ReceiptURL (field Gateway.ReceiptURL)"
}

func (g *Gateway) Pay()     { _, _ = g.client.Get(g.PayURL + "/pay") }
func (g *Gateway) Receipt() { _, _ = g.client.Get(g.ReceiptURL + "/print") }

// One address and a path.
type Simple struct {
	client  *http.Client
	BaseURL string
	Path    string
}

func NewSimple(base string) *Simple { return &Simple{client: kit.Client(), BaseURL: base, Path: "/v1"} }

func (s *Simple) Get() { _, _ = s.client.Get(s.BaseURL + s.Path) }

// The second address is for tokens.
type Signed struct {
	client   *http.Client
	BaseURL  string
	TokenURL string
}

func NewSigned(base, token string) *Signed {
	return &Signed{client: kit.Client(), BaseURL: base, TokenURL: token}
}

func (s *Signed) Get()   { _, _ = s.client.Get(s.BaseURL) }
func (s *Signed) Token() { _, _ = s.client.Get(s.TokenURL) }

// Both addresses are for tokens.
type OAuth struct {
	client          *http.Client
	RequestTokenURL string
	APITokens       string
	AccessTokenURL  string
}

func NewOAuth(request, access, api string) *OAuth {
	return &OAuth{client: kit.Client(), RequestTokenURL: request, AccessTokenURL: access, APITokens: api}
}

func (o *OAuth) Request() { _, _ = o.client.Get(o.RequestTokenURL) }
func (o *OAuth) Access()  { _, _ = o.client.Get(o.AccessTokenURL) }
func (o *OAuth) List()    { _, _ = o.client.Get(o.APITokens) }
