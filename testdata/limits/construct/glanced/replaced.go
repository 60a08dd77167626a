package glanced

import (
	"context"
	"net/http"
	"time"
)

// call is made with the default client, and gets another one before it sends.
type call struct {
	url    string
	client *http.Client
}

func newCall(url string) *call { return &call{url: url, client: http.DefaultClient} }

func (c *call) through(hc *http.Client) { c.client = hc }

func (c *call) send(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return err
	}
	_, err = c.client.Do(req)
	return err
}

// Caller has clients that cannot be seen.
type Caller interface{ Client() *http.Client }

func Send(ctx context.Context, by Caller) error {
	c := newCall("https://api.vendor.com")
	c.through(by.Client())
	return c.send(ctx)
}

// Nothing is sent here: the call is made for its URL.
func URL() string { return newCall("https://api.vendor.com").url }

// kept keeps the client that it is made with.
type kept struct{ client *http.Client }

func newKept() *kept {
	return &kept{client: http.DefaultClient} // want: no-timeout, shared-default-transport
}

var keeps = newKept()

// sent is gone after the call as well, and has sent through the client.
func sent() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	c := &call{url: "https://api.vendor.com", client: http.DefaultClient} // want: shared-default-transport
	return c.send(ctx)
}
