package across

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/limits/deadline/across/keeper"
	"example.com/fixtures/limits/pool"
)

// Another package gets at the client only through the method, which sets a deadline.
type timed struct{ client *http.Client }

func (t *timed) Get(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return request(ctx, t.client, url)
}

// This method passes on what it gets.
type passing struct{ client *http.Client }

func (p *passing) Get(ctx context.Context, url string) error { return request(ctx, p.client, url) }

// This one has no deadline at all.
type untimed struct{ client *http.Client }

func (u *untimed) Get(_ context.Context, url string) error {
	return request(context.Background(), u.client, url)
}

// Others may call the client's own methods.
type promoted struct{ *http.Client }

func request(ctx context.Context, c *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func keep() {
	keeper.Keep(&timed{client: &http.Client{Transport: pool.New()}})
	keeper.Keep(&passing{client: &http.Client{Transport: pool.New()}}) // want: no-timeout:warning "caller"
	keeper.Keep(&untimed{client: &http.Client{Transport: pool.New()}}) // want: no-timeout
	keeper.Use(&promoted{Client: &http.Client{Transport: pool.New()}}) // want: no-timeout
}

var _ = keep
