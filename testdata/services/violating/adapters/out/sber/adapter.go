package sber

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"

	"example.com/payments/core"
)

// Adapter implements core.Payments.
type Adapter struct {
	baseURL string
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[core.PaymentRef]
	sem     *semaphore.Weighted
}

// NewAdapter returns the adapter of the payment provider.
func NewAdapter(
	baseURL string,
	client *http.Client,
	breaker *gobreaker.CircuitBreaker[core.PaymentRef],
	sem *semaphore.Weighted,
) *Adapter {
	return &Adapter{baseURL: baseURL, client: client, breaker: breaker, sem: sem}
}

// Register opens a payment for the order.
func (a *Adapter) Register(_ context.Context, o core.Order) (core.PaymentRef, error) {
	if err := a.sem.Acquire(context.Background(), 1); err != nil {
		return core.PaymentRef{}, fmt.Errorf("sber: %w: %w", core.ErrUnavailable, err)
	}
	defer a.sem.Release(1)
	return a.breaker.Execute(func() (core.PaymentRef, error) {
		return a.post("/payment/rest/register.do", o)
	})
}

// Cancel withdraws a payment that has not been captured.
func (a *Adapter) Cancel(_ context.Context, ref core.PaymentRef) error {
	_, err := a.post("/payment/rest/reverse.do", ref)
	return err
}

func (a *Adapter) post(path string, payload any) (core.PaymentRef, error) {
	var ref core.PaymentRef
	body, err := json.Marshal(payload)
	if err != nil {
		return ref, fmt.Errorf("sber: encode: %w", err)
	}
	req, err := http.NewRequest(http.MethodPost, a.baseURL+path, bytes.NewReader(body))
	if err != nil {
		return ref, fmt.Errorf("sber: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := a.client.Do(req)
	if err != nil {
		return ref, fmt.Errorf("sber: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return ref, fmt.Errorf("sber: status %d", resp.StatusCode)
	}
	if err := json.NewDecoder(resp.Body).Decode(&ref); err != nil {
		return ref, fmt.Errorf("sber: decode: %w", err)
	}
	return ref, nil
}
