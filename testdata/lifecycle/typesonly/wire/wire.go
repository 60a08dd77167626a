// Package wire has the types that both sides speak of, and a client for those who want one.
package wire

import (
	"net/http"
	"time"
)

// Parcel is what is sent.
type Parcel struct{ ID string }

// Client asks for parcels.
type Client struct{ http *http.Client }

// New makes a client.
func New() *Client { return &Client{http: &http.Client{Timeout: time.Second}} }

// Get asks for one.
func (c *Client) Get(id string) (Parcel, error) {
	resp, err := c.http.Get("https://parcel.example/" + id)
	if err != nil {
		return Parcel{}, err
	}
	return Parcel{ID: id}, resp.Body.Close()
}
