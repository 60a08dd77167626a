// Command cmd serves parcels and asks nobody: it has its types from a package that could.
package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"example.com/fixtures/lifecycle/typesonly/wire"
)

func main() {
	srv := &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, wire.Parcel{ID: "1"})
	})}
	_ = srv.Shutdown(context.Background())
}
