// Package callbacks sends requests in functions that others call.
package callbacks

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"example.com/fixtures/limits/pool"
)

func send(ctx context.Context, c *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = c.Do(req)
	return err
}

func retry(ctx context.Context, f func(context.Context) error) error {
	for ctx.Err() == nil {
		if f(ctx) == nil {
			return nil
		}
	}
	return ctx.Err()
}

func within(ctx context.Context, d time.Duration, f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	return f(ctx)
}

var (
	retried = &http.Client{Transport: pool.New()} // want: no-timeout:error
	flight  = &http.Client{Transport: pool.New()} // want: no-timeout:error
	queued  = &http.Client{Transport: pool.New()} // want: no-timeout:error

	retriedShort = &http.Client{Transport: pool.New()}
	bounded      = &http.Client{Transport: pool.New()}
	flightShort  = &http.Client{Transport: pool.New()}
	waited       = &http.Client{Transport: pool.New()}
)

func positives(url string) {
	retry(context.Background(), func(ctx context.Context) error { return send(ctx, retried, url) })

	var g singleflight.Group
	g.Do(url, func() (any, error) { return nil, send(context.Background(), flight, url) })

	jobs := make(chan func() error, 1)
	jobs <- func() error { return send(context.Background(), queued, url) }
}

// The deadline is around the retries.
func around(url string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return retry(ctx, func(ctx context.Context) error { return send(ctx, retriedShort, url) })
}

// The helper makes it.
func helper(url string) error {
	return within(context.Background(), time.Second, func(ctx context.Context) error { return send(ctx, bounded, url) })
}

// The literal makes it, whoever runs the literal.
func literal(url string) error {
	var g singleflight.Group
	_, err, _ := g.Do(url, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		return nil, send(ctx, flightShort, url)
	})
	return err
}

// Several goroutines under one deadline.
func several(ctx context.Context, urls []string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	var wg sync.WaitGroup
	errs := make([]error, len(urls))
	for i, u := range urls {
		wg.Go(func() { errs[i] = send(ctx, waited, u) })
	}
	wg.Wait()
	return errors.Join(errs...)
}
