// Command apart has a client each.
package main

import (
	"net/http"

	"example.com/fixtures/isoclient/across/handover/connectors/receipt"
	"example.com/fixtures/isoclient/across/handover/connectors/sber"
	"example.com/fixtures/isoclient/across/handover/shared"
)

func main() {
	r, _ := http.NewRequest(http.MethodGet, "", nil)
	sber.New(shared.New()).Pay(r)
	receipt.New(receipt.Options{Client: shared.New()}).Print(r)
}
