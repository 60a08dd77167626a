package receipt

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"

	"example.com/compliant/adapters/out/receipt/ofdapi"
	"example.com/compliant/core"
	"github.com/reslint/reslint/runtime/settings"
)

// Adapter implements core.Receipts.
type Adapter struct {
	api     *ofdapi.Client
	breaker *gobreaker.CircuitBreaker[any]
	sem     *semaphore.Weighted
}

// NewAdapter returns the adapter of the receipt service.
func NewAdapter(
	s settings.System, client *http.Client, breaker *gobreaker.CircuitBreaker[any], sem *semaphore.Weighted,
) *Adapter {
	token := os.Getenv("CLIENT__RECEIPT__TOKEN")
	return &Adapter{api: ofdapi.NewClient(s.BaseURL, token, client), breaker: breaker, sem: sem}
}

// Issue registers a receipt for the order. The order's ID makes it idempotent.
func (a *Adapter) Issue(ctx context.Context, o core.Order) error {
	wait, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	if err := a.sem.Acquire(wait, 1); err != nil {
		return fmt.Errorf("receipt: %w: %w", core.ErrUnavailable, err)
	}
	defer a.sem.Release(1)
	_, err := a.breaker.Execute(func() (any, error) {
		return a.api.CreateReceipt(ctx, ofdapi.Receipt{OrderID: o.ID, Amount: o.Amount, Email: o.Email})
	})
	if err != nil {
		return fmt.Errorf("receipt: %w", err)
	}
	return nil
}
