// Package sdk has the shape of an SDK whose calls take contexts.
package sdk

import (
	"context"
	"net/http"

	"example.org/maker/sdk/option"
)

type Client struct {
	HTTPClient *http.Client
	Zones      *ZonesService
}

type ZonesService struct{ client *Client }

type Zone struct{ Name string }

type Config struct{ HTTPClient *http.Client }

func NewClient(hc *http.Client) *Client { return &Client{HTTPClient: hc} }

// Open needs a context while it makes the client; requests have their own.
func Open(ctx context.Context, opts ...option.Option) (*Client, error) { return &Client{}, nil }

func DefaultConfig() *Config { return &Config{} }

func FromConfig(c *Config) *Client { return NewClient(c.HTTPClient) }

func (c *Client) SetUserAgent(string) {}

func (c *Client) Ping(ctx context.Context) error { return nil }

func (z *ZonesService) List(ctx context.Context, account string) ([]Zone, error) { return nil, nil }

// Services takes no contexts, unlike what it has.
type Services struct{ zones *ZonesService }

func NewService(hc *http.Client) *Services { return &Services{&ZonesService{NewClient(hc)}} }

func (s *Services) Zones() *ZonesService { return s.zones }

func (c *Client) Delete(id string) error { return nil }

func (c *Client) DeleteContext(ctx context.Context, id string) error { return nil }

// Keys are what requests are signed with.
type Keys struct{}

func (k *Keys) Get() (string, error) { return "", nil }

func (k *Keys) GetWithContext(ctx context.Context) (string, error) { return "", nil }
