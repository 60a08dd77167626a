// Package fields has types with two addresses.
package fields

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

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

// The second address is below the first one.
type Importer struct {
	client *http.Client
	Addr   string
	Import string
}

func NewImporter(addr string) *Importer {
	addr = strings.TrimRight(addr, "/")
	return &Importer{client: kit.Client(), Addr: addr, Import: addr + "/import"}
}

func (i *Importer) Ping() { _, _ = i.client.Get(i.Addr + "/ping") }
func (i *Importer) Push() { _, _ = i.client.Get(i.Import) }

// It was worked out, from the first one.
type Tenant struct {
	client *http.Client
	Addr   string
	Import string
}

func NewTenant(addr, account string, labels []string) (*Tenant, error) {
	path := addr + "/import"
	if account != "" {
		path = fmt.Sprintf("%s/insert/%s/import", addr, account)
	}
	path, err := labelled(path, labels)
	if err != nil {
		return nil, err
	}
	t := &Tenant{client: kit.Client(), Addr: addr, Import: path}
	return t, nil
}

func labelled(path string, labels []string) (string, error) {
	for _, l := range labels {
		if !strings.Contains(l, "=") {
			return path, errors.New("no value")
		}
		path += "&" + l
	}
	return path, nil
}

func (t *Tenant) Ping() { _, _ = t.client.Get(t.Addr + "/ping") }
func (t *Tenant) Push() { _, _ = t.client.Get(t.Import) }

// Two that are given, each with something after it.
type Both struct {
	client *http.Client
	Pay    string
	Print  string
}

func NewBoth(pay, receipt string) *Both {
	return &Both{client: kit.Client(), Pay: pay + "/v1", Print: strings.TrimSuffix(receipt, "/") + "/print"} // want: shared-client:warning "serves Pay (field Both.Pay) and Print (field Both.Print)"
}

func (b *Both) Register() { _, _ = b.client.Get(b.Pay + "/pay") }
func (b *Both) Receipt()  { _, _ = b.client.Get(b.Print) }

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
