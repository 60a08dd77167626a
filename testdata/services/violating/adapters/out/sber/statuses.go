package sber

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"example.com/payments/core"
)

// Statuses asks the provider what became of payments that were left pending.
type Statuses struct {
	baseURL string
	client  *http.Client
}

// NewStatuses returns the status poller.
func NewStatuses(baseURL string) *Statuses {
	return &Statuses{baseURL: baseURL, client: &http.Client{Timeout: 5 * time.Second}}
}

// Refresh asks for all of the payments and returns those that were answered.
func (s *Statuses) Refresh(ctx context.Context, ids []string) []core.PaymentRef {
	var (
		wg   sync.WaitGroup
		mu   sync.Mutex
		refs []core.PaymentRef
	)
	for _, id := range ids {
		wg.Add(1)
		go func() {
			defer wg.Done()
			ref, err := s.get(ctx, id)
			if err != nil {
				return
			}
			mu.Lock()
			defer mu.Unlock()
			refs = append(refs, ref)
		}()
	}
	wg.Wait()
	return refs
}

func (s *Statuses) get(ctx context.Context, id string) (core.PaymentRef, error) {
	var ref core.PaymentRef
	target := s.baseURL + "/payment/rest/getOrderStatus.do?orderId=" + url.QueryEscape(id)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return ref, fmt.Errorf("sber: %w", err)
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return ref, fmt.Errorf("sber: %w", err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(&ref); err != nil {
		return ref, fmt.Errorf("sber: decode: %w", err)
	}
	return ref, nil
}
