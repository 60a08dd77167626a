package sber

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/sony/gobreaker/v2"

	"example.com/payments/core"
	"example.com/payments/internal/config"
)

// Refunds gives money back through the provider's mutual-TLS endpoint.
type Refunds struct {
	cfg     config.Client
	load    func() (tls.Certificate, error)
	breaker *gobreaker.CircuitBreaker[struct{}]
}

// NewRefunds returns the refunds endpoint. load reads the client certificate, which is rotated while we run.
func NewRefunds(cfg config.Client, load func() (tls.Certificate, error)) *Refunds {
	return &Refunds{
		cfg:  cfg,
		load: load,
		breaker: gobreaker.NewCircuitBreaker[struct{}](gobreaker.Settings{
			Timeout: 30 * time.Second,
		}),
	}
}

// Create refunds the payment in full.
func (r *Refunds) Create(ctx context.Context, ref core.PaymentRef) error {
	cert, err := r.load()
	if err != nil {
		return fmt.Errorf("sber: certificate: %w", err)
	}
	_, err = r.breaker.Execute(func() (struct{}, error) {
		return struct{}{}, r.send(ctx, cert, ref)
	})
	return err
}

func (r *Refunds) send(ctx context.Context, cert tls.Certificate, ref core.PaymentRef) error {
	client := &http.Client{
		Timeout: r.cfg.TotalTimeout,
		Transport: &http.Transport{
			DialContext:           (&net.Dialer{Timeout: r.cfg.ConnectTimeout}).DialContext,
			TLSClientConfig:       &tls.Config{Certificates: []tls.Certificate{cert}},
			ForceAttemptHTTP2:     true,
			MaxConnsPerHost:       r.cfg.MaxConnections,
			MaxIdleConns:          r.cfg.MaxKeepaliveConnections,
			MaxIdleConnsPerHost:   r.cfg.MaxKeepaliveConnections,
			IdleConnTimeout:       90 * time.Second,
			TLSHandshakeTimeout:   5 * time.Second,
			ResponseHeaderTimeout: r.cfg.ReadTimeout,
		},
	}
	target := r.cfg.BaseURL + "/payment/rest/refund.do?orderId=" + url.QueryEscape(ref.ID)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, nil)
	if err != nil {
		return fmt.Errorf("sber: %w", err)
	}
	resp, err := client.Do(req)
	if err != nil {
		return fmt.Errorf("sber: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("sber: refund status %d", resp.StatusCode)
	}
	return nil
}
