// Command program sets the fields of its clients in main, before they are used.
package main

import (
	"flag"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

var (
	before = &http.Client{Transport: pool.New()}
	never  = &http.Client{Transport: pool.New()} // want: no-timeout
	config = &http.Client{Transport: pool.New()}
)

func main() {
	timeout := flag.Duration("timeout", time.Second, "timeout")
	flag.Parse()
	before.Timeout = *timeout // before run uses it
	configure(*timeout)       // so does configure, one call deeper
	run("https://example.com")
}

func configure(d time.Duration) { config.Timeout = d }

func run(url string) {
	before.Get(url)
	never.Get(url)
	config.Get(url)
}
