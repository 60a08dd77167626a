// Package remote is the client of a system.
package remote

import (
	"context"
	"net/http"

	pb "example.com/fixtures/limits/rpc/paymentspb"
)

// Client calls the system.
type Client struct {
	HTTP *http.Client
	URL  string
}

// Get asks for one thing.
func (c *Client) Get(ctx context.Context, id string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.URL+id, nil)
	if err != nil {
		return err
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Pay pays.
func Pay(ctx context.Context, stub pb.PaymentsClient, r *pb.Request) error {
	_, err := stub.Pay(ctx, r)
	return err
}
