// Command cards makes both. The name of one of the breakers is reported where it is written, and not here again.
package main

import (
	"net/http"

	"example.com/fixtures/naming/twice/adapters/out/mastercard"
	"example.com/fixtures/naming/twice/adapters/out/visa"
)

func main() {
	for _, c := range []interface {
		Do(*http.Request) (*http.Response, error)
	}{visa.New(&http.Client{}), mastercard.New(&http.Client{})} {
		_, _ = c.Do(nil)
	}
}
