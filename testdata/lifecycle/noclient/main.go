// Command noclient calls nobody.
package main

import (
	"context"
	"net/http"
	"time"
)

func main() {
	srv := &http.Server{ReadHeaderTimeout: time.Second}
	_ = srv.Shutdown(context.Background())
}
