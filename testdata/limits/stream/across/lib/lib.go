// Package lib sends what others ask for, and asks for streams itself.
package lib

import "net/http"

func Send(c *http.Client, req *http.Request) { c.Do(req) }

func Listen(c *http.Client, url string) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return
	}
	req.Header.Set("Accept", "text/event-stream")
	c.Do(req)
}

func Get(c *http.Client, url string) { c.Get(url) }
