package sber

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"

	"example.com/compliant/core"
	"github.com/reslint/reslint/runtime/settings"
)

// Adapter implements core.Payments.
type Adapter struct {
	settings settings.System
	client   *http.Client
	breaker  *gobreaker.CircuitBreaker[any]
	sem      *semaphore.Weighted
}

// NewAdapter returns the adapter of the payment provider.
func NewAdapter(
	s settings.System, client *http.Client, breaker *gobreaker.CircuitBreaker[any], sem *semaphore.Weighted,
) *Adapter {
	return &Adapter{settings: s, client: client, breaker: breaker, sem: sem}
}

// Register opens a payment for the order.
func (a *Adapter) Register(ctx context.Context, o core.Order) (core.PaymentRef, error) {
	return a.call(ctx, "/payment/rest/register.do", o)
}

// Cancel withdraws a payment that has not been captured.
func (a *Adapter) Cancel(ctx context.Context, ref core.PaymentRef) error {
	_, err := a.call(ctx, "/payment/rest/reverse.do", ref)
	return err
}

func (a *Adapter) call(ctx context.Context, path string, payload any) (core.PaymentRef, error) {
	wait, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	if err := a.sem.Acquire(wait, 1); err != nil {
		return core.PaymentRef{}, fmt.Errorf("sber: %w: %w", core.ErrUnavailable, err)
	}
	defer a.sem.Release(1)
	ref, err := a.breaker.Execute(func() (any, error) {
		return a.post(ctx, path, payload)
	})
	if err != nil {
		return core.PaymentRef{}, fmt.Errorf("sber: %w", err)
	}
	return ref.(core.PaymentRef), nil
}

func (a *Adapter) post(ctx context.Context, path string, payload any) (core.PaymentRef, error) {
	var ref core.PaymentRef
	body, err := json.Marshal(payload)
	if err != nil {
		return ref, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.settings.BaseURL+path, bytes.NewReader(body))
	if err != nil {
		return ref, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := a.client.Do(req)
	if err != nil {
		return ref, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return ref, fmt.Errorf("status %d", resp.StatusCode)
	}
	return ref, json.NewDecoder(resp.Body).Decode(&ref)
}
