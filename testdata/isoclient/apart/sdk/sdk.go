// Package sdk is the client of one vendor.
package sdk

import (
	"net/http"
	"net/url"

	"example.com/fixtures/isoclient/kit"
)

const defaultBaseURL = "https://api.vendor.com/"

type Client struct {
	client  *http.Client
	BaseURL *url.URL

	common  service
	Issues  *IssuesService
	Users   *UsersService
	Uploads *UploadsClient
}

type service struct{ client *Client }

type (
	IssuesService service
	UsersService  service
)

type UploadsClient struct{ http *http.Client }

// The services share the client of one vendor: consumers in one package over one base URL.
func New() *Client {
	base, _ := url.Parse(defaultBaseURL)
	c := &Client{client: kit.Client(), BaseURL: base}
	c.common.client = c
	c.Issues = (*IssuesService)(&c.common)
	c.Users = (*UsersService)(&c.common)
	c.Uploads = &UploadsClient{http: c.client}
	return c
}

func (c *Client) do(path string) {
	u, err := c.BaseURL.Parse(path)
	if err != nil {
		return
	}
	_, _ = c.client.Get(u.String())
}

func (s *IssuesService) List() { s.client.do("issues") }
func (s *UsersService) List()  { s.client.do("users") }
func (u *UploadsClient) Put()  { _, _ = u.http.Post("https://uploads.vendor.com/", "", nil) }
