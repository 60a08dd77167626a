package sber

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"sync"

	"golang.org/x/sync/errgroup"

	"example.com/compliant/core"
	"github.com/reslint/reslint/runtime/settings"
)

// Statuses asks the provider what became of payments that were left pending.
type Statuses struct {
	settings settings.System
	client   *http.Client
}

// NewStatuses returns the status poller.
func NewStatuses(s settings.System, client *http.Client) *Statuses {
	return &Statuses{settings: s, client: client}
}

// Refresh asks for all of the payments and returns those that were answered.
func (s *Statuses) Refresh(ctx context.Context, ids []string) []core.PaymentRef {
	var (
		g    errgroup.Group
		mu   sync.Mutex
		refs []core.PaymentRef
	)
	g.SetLimit(2)
	for _, id := range ids {
		g.Go(func() error {
			ref, err := s.get(ctx, id)
			if err != nil {
				return nil
			}
			mu.Lock()
			defer mu.Unlock()
			refs = append(refs, ref)
			return nil
		})
	}
	_ = g.Wait()
	return refs
}

func (s *Statuses) get(ctx context.Context, id string) (core.PaymentRef, error) {
	var ref core.PaymentRef
	target := s.settings.BaseURL + "/payment/rest/getOrderStatus.do?orderId=" + url.QueryEscape(id)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return ref, fmt.Errorf("sber: %w", err)
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return ref, fmt.Errorf("sber: %w", err)
	}
	defer resp.Body.Close()
	return ref, json.NewDecoder(resp.Body).Decode(&ref)
}
