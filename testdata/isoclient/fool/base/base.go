// Package base has one helper type for all, over addresses that nobody can see.
package base

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type api struct {
	client *http.Client
	base   string
}

func newAPI(c *http.Client, base string) *api { return &api{client: c, base: base} }

func (a *api) get(path string) { _, _ = a.client.Get(a.base + path) }

type SberClient struct{ api *api }

func (s *SberClient) Pay() { s.api.get("/pay") }

type ReceiptClient struct{ *api }

func (r *ReceiptClient) Print() { r.get("/print") }

// A helper each, over a client each.
func apart(sber, receipt string) (*SberClient, *ReceiptClient) {
	return &SberClient{newAPI(kit.Client(), sber)}, &ReceiptClient{newAPI(kit.Client(), receipt)}
}

// A helper each, over one client.
func oneClient(sber, receipt string) (*SberClient, *ReceiptClient) {
	c := kit.Client() // want: shared-client
	return &SberClient{newAPI(c, sber)}, &ReceiptClient{newAPI(c, receipt)}
}

// One helper, so one address for both: consumers in one package over one base URL are one system.
func oneHelper(gateway string) (*SberClient, *ReceiptClient) {
	a := newAPI(kit.Client(), gateway)
	return &SberClient{a}, &ReceiptClient{a}
}

// One helper over a constant address is one system.
func oneAddress() (*SberClient, *ReceiptClient) {
	a := newAPI(kit.Client(), "https://gw.shop.com")
	return &SberClient{a}, &ReceiptClient{a}
}

type UsersClient struct {
	c    *http.Client
	base string
}

func (u *UsersClient) List() { _, _ = u.c.Get(u.base + "/users") }

type IssuesClient struct {
	c    *http.Client
	base string
}

func (i *IssuesClient) List() { _, _ = i.c.Get(i.base + "/issues") }

// The services of one vendor have one client and one address.
func sdk(base string) (*UsersClient, *IssuesClient) {
	c := kit.Client()
	return &UsersClient{c, base}, &IssuesClient{c, base}
}

// Two addresses.
func vendors(users, issues string) (*UsersClient, *IssuesClient) {
	c := kit.Client() // want: shared-client
	return &UsersClient{c, users}, &IssuesClient{c, issues}
}

var _, _, _, _, _, _ = sdk, vendors, apart, oneClient, oneHelper, oneAddress
