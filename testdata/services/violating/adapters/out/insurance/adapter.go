// Package insurance is the adapter of the insurance partner.
package insurance

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"

	"example.com/payments/core"
)

// Adapter implements core.Insurance.
type Adapter struct {
	baseURL string
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[any]
	sem     *semaphore.Weighted
}

// NewAdapter returns the adapter of the insurance partner.
func NewAdapter(
	baseURL string,
	client *http.Client,
	breaker *gobreaker.CircuitBreaker[any],
	sem *semaphore.Weighted,
) *Adapter {
	return &Adapter{baseURL: baseURL, client: client, breaker: breaker, sem: sem}
}

// Quote returns the price of a policy for the order, in minor units.
func (a *Adapter) Quote(ctx context.Context, o core.Order) (int64, error) {
	wait, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	defer a.sem.Release(1)
	if err := a.sem.Acquire(wait, 1); err != nil {
		return 0, fmt.Errorf("insurance: %w: %w", core.ErrUnavailable, err)
	}
	price, err := a.breaker.Execute(func() (any, error) {
		return a.quote(ctx, o)
	})
	if err != nil {
		return 0, fmt.Errorf("insurance: %w", err)
	}
	return price.(int64), nil
}

func (a *Adapter) quote(ctx context.Context, o core.Order) (int64, error) {
	target := fmt.Sprintf("%s/api/v2/quote?amount=%d", a.baseURL, o.Amount)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return 0, err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("status %d", resp.StatusCode)
	}
	var answer struct {
		Price int64 `json:"price"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		return 0, err
	}
	return answer.Price, nil
}
