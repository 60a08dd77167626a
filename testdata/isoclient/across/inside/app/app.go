// Package app makes what takes the client inside its own package: app itself hands nothing over.
package app

import (
	"net/http"

	"example.com/fixtures/isoclient/across/inside/integrations/crm" // want: shared-client
	"example.com/fixtures/isoclient/across/inside/integrations/erp"
)

func Run(r *http.Request) {
	erp.New().Book(r)
	crm.New().Push(r)
}
