package across

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/limits/deadline/across/doer"
	"example.com/fixtures/limits/pool"
)

// Bounded gives its requests a deadline, and another package sends them through an interface.
type Bounded struct{ client *http.Client }

func NewBounded() *Bounded { return &Bounded{client: &http.Client{Transport: pool.New()}} }

func (b *Bounded) Get(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	return doer.Send(b.client, req)
}

// Loose hands on what it is handed.
type Loose struct{ client *http.Client }

func NewLoose() *Loose {
	return &Loose{client: &http.Client{Transport: pool.New()}} // want: no-timeout:warning "caller"
}

func (l *Loose) Get(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	return doer.Send(l.client, req)
}
