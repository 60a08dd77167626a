// Command used asks for the parcels that it serves.
package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"example.com/fixtures/lifecycle/typesonly/wire"
)

func main() {
	client := wire.New()
	srv := &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p, err := client.Get("1")
		fmt.Fprint(w, p, err)
	})}
	_ = srv.Shutdown(context.Background()) // want: client-not-closed
}
