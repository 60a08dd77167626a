package sber

import (
	"net/http"

	"golang.org/x/sync/semaphore"

	"example.com/fixtures/naming"
)

// Batch settles payments; inside of the adapter its parts are called for what they do.
type Batch struct {
	settlementClient *http.Client
	settlementSem    *semaphore.Weighted
	breaker          *naming.Breaker
}

// NewBatch puts the batch together.
func NewBatch() *Batch {
	return &Batch{settlementClient: naming.Client(), settlementSem: semaphore.NewWeighted(2), breaker: naming.Named("sber-batch")}
}

// Wrong has the label of another name.
func Wrong() *Batch {
	return &Batch{settlementClient: naming.Client(), breaker: naming.Named("settlement")} // want: unit-name
}

// Refunds has one breaker of its own, called for what it does.
type Refunds struct{ breaker *naming.Breaker }

// NewRefunds puts it together.
func NewRefunds() *Refunds { return &Refunds{breaker: naming.Named("refunds")} }
