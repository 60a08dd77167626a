// Package directory has a client of one system, which tells in JSON where its endpoints are.
package directory

import (
	"encoding/json"
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

// Directory is what the server answers.
type Directory struct {
	NewNonceURL string `json:"newNonce"`
	NewOrderURL string `json:"newOrder"`
	RevokeURL   string `json:"revokeCert"`
}

// Core talks to one server.
type Core struct {
	client *http.Client
	dir    Directory
}

// New asks the server for its endpoints.
func New(url string) (*Core, error) {
	c := &Core{client: kit.Client()}
	resp, err := c.client.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return c, json.NewDecoder(resp.Body).Decode(&c.dir)
}

// Nonce, Order and Revoke go to the endpoints of the one system.
func (c *Core) Nonce() (*http.Response, error) { return c.client.Head(c.dir.NewNonceURL) }

func (c *Core) Order() (*http.Response, error) { return c.client.Get(c.dir.NewOrderURL) }

func (c *Core) Revoke() (*http.Response, error) { return c.client.Get(c.dir.RevokeURL) }

// Settings name two systems, in YAML and in JSON.
type Settings struct {
	SberURL    string `yaml:"sber_url" json:"sber_url"`
	ReceiptURL string `yaml:"receipt_url" json:"receipt_url"`
}

// Both calls them through one client.
type Both struct {
	client   *http.Client
	settings Settings
}

// NewBoth makes the client.
func NewBoth(s Settings) *Both {
	return &Both{client: kit.Client(), settings: s} // want: shared-client:warning
}

// Pay and Print call different systems.
func (b *Both) Pay() (*http.Response, error) { return b.client.Get(b.settings.SberURL) }

func (b *Both) Print() (*http.Response, error) { return b.client.Get(b.settings.ReceiptURL) }
