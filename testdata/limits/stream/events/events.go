// Package events reads server-sent events.
package events

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

var (
	cut     = &http.Client{Timeout: 30 * time.Second, Transport: pool.New()} // want: no-timeout:warning "30s"
	phases  = &http.Client{Transport: pool.New()}                            // want: no-timeout:note
	nothing = &http.Client{Transport: http.DefaultTransport}                 // want: no-timeout:error, shared-default-transport
	plain   = &http.Client{Transport: pool.New()}                            // want: no-timeout:error
	byAdd   = &http.Client{Timeout: 20 * time.Second, Transport: pool.New()} // want: no-timeout:warning "20s"
	byMap   = &http.Client{Timeout: 10 * time.Second, Transport: pool.New()} // want: no-timeout:warning "10s"
	byField = &http.Client{Timeout: 15 * time.Second, Transport: pool.New()} // want: no-timeout:warning "15s"
	accepts = &http.Client{Timeout: 30 * time.Second, Transport: pool.New()} // JSON is read whole
	sends   = &http.Client{Timeout: 30 * time.Second, Transport: pool.New()} // the request's content is a stream, the answer is not
)

func listen(url string) {
	req, _ := http.NewRequest(http.MethodGet, url, nil)
	req.Header.Set("Accept", "text/event-stream")
	cut.Do(req)
	phases.Do(req)
	nothing.Do(req)

	added, _ := http.NewRequest(http.MethodGet, url, nil)
	added.Header.Add("accept", "text/event-stream")
	byAdd.Do(added)

	assigned, _ := http.NewRequest(http.MethodGet, url, nil)
	assigned.Header["Accept"] = []string{"text/event-stream"}
	byMap.Do(assigned)

	replaced, _ := http.NewRequest(http.MethodGet, url, nil)
	replaced.Header = http.Header{"Accept": {"text/event-stream"}}
	byField.Do(replaced)
}

func read(url string) {
	req, _ := http.NewRequest(http.MethodGet, url, nil)
	req.Header.Set("Accept", "application/json")
	plain.Do(req)
	accepts.Do(req)

	up, _ := http.NewRequest(http.MethodPost, url, nil)
	up.Header.Set("Content-Type", "text/event-stream")
	sends.Do(up)
}
