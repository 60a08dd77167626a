// Command noshutdown has no shutdown path: it ends when it is killed.
package main

import (
	"net/http"
	"time"
)

func main() {
	client := &http.Client{Timeout: time.Second}
	if resp, err := client.Get("https://sber.example/"); err == nil {
		resp.Body.Close()
	}
}
