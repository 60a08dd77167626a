// Package across asks for streams in one package and sends in another.
package across

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
	"example.com/fixtures/limits/stream/across/lib"
)

var (
	cut    = &http.Client{Timeout: 30 * time.Second, Transport: pool.New()} // want: no-timeout:warning "30s"
	listed = &http.Client{Timeout: 30 * time.Second, Transport: pool.New()} // want: no-timeout:warning "30s"
	plain  = &http.Client{Timeout: 30 * time.Second, Transport: pool.New()} // its answers end
)

func listen(url string) {
	req, _ := http.NewRequest(http.MethodGet, url, nil)
	req.Header.Set("Accept", "text/event-stream")
	lib.Send(cut, req)
	lib.Listen(listed, url)
	lib.Get(plain, url)
}
