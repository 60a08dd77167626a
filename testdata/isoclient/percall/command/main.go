// Command command runs once.
package main

import "example.com/fixtures/isoclient/kit"

// The process ends after the call.
func main() {
	c := kit.Client()
	_, _ = c.Get("https://api.vendor.com")
}
