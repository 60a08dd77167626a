package insurance

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"example.com/payments/internal/config"
)

const maxDocument = 8 << 20

// Documents downloads the policies that the partner has issued.
type Documents struct {
	baseURL string
	client  *http.Client
}

// NewDocuments returns the download client of the insurance partner.
func NewDocuments(c config.Client) *Documents {
	transport := &http.Transport{
		DialContext:           (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
		ForceAttemptHTTP2:     true,
		MaxConnsPerHost:       c.MaxConnections,
		MaxIdleConns:          c.MaxKeepaliveConnections,
		MaxIdleConnsPerHost:   c.MaxKeepaliveConnections,
		IdleConnTimeout:       90 * time.Second,
		TLSHandshakeTimeout:   5 * time.Second,
		ResponseHeaderTimeout: 5 * time.Second,
	}
	return &Documents{
		baseURL: c.BaseURL,
		client:  &http.Client{Transport: transport, Timeout: 20 * time.Second},
	}
}

// Policy downloads the policy as PDF.
func (d *Documents) Policy(ctx context.Context, number string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 8*time.Second)
	defer cancel()
	target := d.baseURL + "/api/v2/policies/" + url.PathEscape(number) + ".pdf"
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return nil, fmt.Errorf("insurance: %w", err)
	}
	resp, err := d.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("insurance: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("insurance: policy status %d", resp.StatusCode)
	}
	return io.ReadAll(io.LimitReader(resp.Body, maxDocument))
}
