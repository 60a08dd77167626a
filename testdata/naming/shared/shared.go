// Package shared has parts that serve several systems, which isoclient reports: naming says nothing of them.
package shared

import (
	"net/http"

	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"

	"example.com/fixtures/naming"
)

type SberAdapter struct {
	client  *http.Client
	breaker *naming.Breaker
	sem     *semaphore.Weighted
}

type ReceiptAdapter struct {
	client  *http.Client
	breaker *naming.Breaker
	sem     *semaphore.Weighted
}

func wire() (*SberAdapter, *ReceiptAdapter) {
	breaker := gobreaker.NewCircuitBreaker[[]byte](gobreaker.Settings{Name: "integrations-payments"})
	sberSem := semaphore.NewWeighted(8)
	a := &SberAdapter{client: naming.Client(), breaker: breaker, sem: sberSem}
	b := &ReceiptAdapter{client: naming.Client(), breaker: breaker, sem: sberSem}
	return a, b
}

var common = gobreaker.NewCircuitBreaker[[]byte](gobreaker.Settings{Name: "visa"})

func global() (*SberAdapter, *ReceiptAdapter) {
	return &SberAdapter{client: naming.Client(), breaker: common}, &ReceiptAdapter{client: naming.Client(), breaker: common}
}

var _, _ = wire, global
