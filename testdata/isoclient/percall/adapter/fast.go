package adapter

import (
	"time"

	"github.com/valyala/fasthttp"
)

type RatesAdapter struct{ client *fasthttp.Client }

// A client of fasthttp is a pool.
func (f *RatesAdapter) Get(url string) error {
	c := fasthttp.Client{ReadTimeout: time.Second} // want: per-call-client
	_, _, err := c.Get(nil, url)
	return err
}

// The one that lasts.
func (f *RatesAdapter) Kept(url string) error {
	_, _, err := f.client.Get(nil, url)
	return err
}

// The library's.
func (f *RatesAdapter) Package(url string) error {
	_, _, err := fasthttp.GetTimeout(nil, url, time.Second)
	return err
}
