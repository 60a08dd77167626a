package retries

import (
	"context"
	"net/http"
	"time"

	"github.com/go-resty/resty/v2"
	"github.com/hashicorp/go-retryablehttp"

	"example.com/fixtures/limits/pool"
)

// adapter sends with libraries that send again what fails.
type adapter struct {
	again *retryablehttp.Client
	rest  *resty.Client
}

func newAdapter() *adapter {
	again := retryablehttp.NewClient()
	again.RetryMax = 2
	again.HTTPClient = &http.Client{Timeout: 5 * time.Second, Transport: pool.New()}
	rest := resty.New().SetTransport(pool.New()).SetTimeout(5 * time.Second).SetRetryCount(2)
	return &adapter{again, rest}
}

func (a *adapter) retried(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 14*time.Second) // want: deadline-below-timeout:warning "3 attempts of up to 5s each" "14s"
	defer cancel()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = a.again.Do(req)
	return err
}

func (a *adapter) rested(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 14*time.Second) // want: deadline-below-timeout:warning "3 attempts of up to 5s each" "14s"
	defer cancel()
	_, err := a.rest.R().SetContext(ctx).Get(url)
	return err
}

// Twice three times.
func (a *adapter) twice(ctx context.Context, url string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 29*time.Second) // want: deadline-below-timeout:warning "6 attempts" "29s"
	defer cancel()
	for range 2 {
		_, err = a.rest.R().SetContext(ctx).Get(url)
	}
	return err
}

// It is long enough.
func (a *adapter) patient(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	_, err := a.rest.R().SetContext(ctx).Get(url)
	return err
}

// What the request says is worth another attempt need not be a timeout.
func (a *adapter) picky(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 14*time.Second)
	defer cancel()
	_, err := a.rest.R().SetContext(ctx).AddRetryCondition(busy).Get(url)
	return err
}

func busy(r *resty.Response, err error) bool {
	return err == nil && r.StatusCode() == http.StatusTooManyRequests
}

// The client inside sends once.
func (a *adapter) once(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 14*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = a.again.HTTPClient.Do(req)
	return err
}

// A literal, and a client that is shared with it.
func literal(ctx context.Context, url string) error {
	c := &retryablehttp.Client{HTTPClient: &http.Client{Timeout: 5 * time.Second, Transport: pool.New()}, RetryMax: 1, RetryWaitMin: time.Second, Backoff: retryablehttp.DefaultBackoff}
	ctx, cancel := context.WithTimeout(ctx, 9*time.Second) // want: deadline-below-timeout:warning "2 attempts" "9s"
	defer cancel()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = c.Do(req)
	return err
}

// Policies of the program's own, numbers that somebody chooses, and the library's own number are not known.
func policy(ctx context.Context, url string) error {
	c := retryablehttp.NewClient()
	c.RetryMax = 5
	c.HTTPClient = &http.Client{Timeout: 5 * time.Second, Transport: pool.New()}
	c.CheckRetry = func(context.Context, *http.Response, error) (bool, error) { return false, nil }
	return ask(ctx, c, url)
}

func chosen(ctx context.Context, url string, n int) error {
	c := retryablehttp.NewClient()
	c.HTTPClient = &http.Client{Timeout: 5 * time.Second, Transport: pool.New()}
	c.RetryMax = n
	return ask(ctx, c, url)
}

func usual(ctx context.Context, url string) error {
	c := retryablehttp.NewClient()
	c.HTTPClient = &http.Client{Timeout: 5 * time.Second, Transport: pool.New()}
	return ask(ctx, c, url)
}

func ask(ctx context.Context, c *retryablehttp.Client, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 9*time.Second)
	defer cancel()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = c.Do(req)
	return err
}

func conditions(ctx context.Context, url string) error {
	c := resty.New().SetTransport(pool.New()).SetTimeout(5 * time.Second).SetRetryCount(3).AddRetryCondition(busy)
	ctx, cancel := context.WithTimeout(ctx, 9*time.Second)
	defer cancel()
	_, err := c.R().SetContext(ctx).Get(url)
	return err
}

// The field itself.
func field(ctx context.Context, url string) error {
	c := resty.New().SetTransport(pool.New()).SetTimeout(5 * time.Second)
	c.RetryCount = 1
	ctx, cancel := context.WithTimeout(ctx, 9*time.Second) // want: deadline-below-timeout:warning "2 attempts" "9s"
	defer cancel()
	_, err := c.R().SetContext(ctx).Get(url)
	return err
}
