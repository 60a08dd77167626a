// Command cmd hands the one client to both.
package main

import (
	"net/http"

	"example.com/fixtures/isoclient/across/handover/connectors/receipt"
	"example.com/fixtures/isoclient/across/handover/connectors/sber"
	"example.com/fixtures/isoclient/across/handover/shared"
)

func main() {
	r, _ := http.NewRequest(http.MethodGet, "", nil)
	sber.New(shared.Client()).Pay(r) // want: shared-client "the client in shared.once() serves receipt (package"
	receipt.New(receipt.Options{Client: shared.Client()}).Print(r)
}
