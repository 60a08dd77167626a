// Package pagerduty sends alerts over the client that it is given once.
package pagerduty

import "net/http"

var client *http.Client

// SetClient says through which client all alerts go.
func SetClient(c *http.Client) {
	if c != nil {
		client = c
	}
}

// Send posts one alert.
func Send(url string) error {
	resp, err := client.Post(url, "", nil)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
