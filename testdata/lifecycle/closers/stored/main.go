// Command stored gives the client to functions of the standard library that close nothing.
package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"example.com/fixtures/lifecycle/closers/client"
)

func main() {
	c := client.New()
	srv := &http.Server{Handler: http.HandlerFunc(c.Ask), ReadHeaderTimeout: time.Second}
	var m sync.Map
	m.Store("sber", c)
	fmt.Println(c)
	_ = srv.Shutdown(context.Background()) // want: client-not-closed
}
