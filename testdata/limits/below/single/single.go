// Package single has deadlines that are shorter than the client's own timeout.
package single

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

var client = &http.Client{Timeout: 20 * time.Second, Transport: pool.New()}

func send(ctx context.Context, c *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = c.Do(req)
	return err
}

func tight(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second) // want: deadline-below-timeout:note "10s" "20s"
	defer cancel()
	return send(ctx, client, url)
}

func cause(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeoutCause(ctx, 10*time.Second, context.Canceled) // want: deadline-below-timeout:note
	defer cancel()
	return send(ctx, client, url)
}

func moment(ctx context.Context, url string) error {
	ctx, cancel := context.WithDeadline(ctx, time.Now().Add(10*time.Second)) // want: deadline-below-timeout:note
	defer cancel()
	return send(ctx, client, url)
}

func outer(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second) // want: deadline-below-timeout:note "5s" "20s"
	defer cancel()
	ctx, cancel2 := context.WithTimeout(ctx, time.Minute)
	defer cancel2()
	return send(ctx, client, url)
}

func inner(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	ctx, cancel2 := context.WithTimeout(ctx, 5*time.Second) // want: deadline-below-timeout:note "5s" "20s"
	defer cancel2()
	return send(ctx, client, url)
}

func derived(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second) // want: deadline-below-timeout:note
	defer cancel()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	return send(ctx, client, url)
}

const short = 3 * time.Second

func constant(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, short) // want: deadline-below-timeout:note "3s"
	defer cancel()
	return send(ctx, client, url)
}

// Equal: both act at once.
func equal(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	return send(ctx, client, url)
}

// Longer: the client's acts first.
func wide(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 25*time.Second)
	defer cancel()
	return send(ctx, client, url)
}

// Unknown.
func given(ctx context.Context, d time.Duration, url string) error {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	return send(ctx, client, url)
}

// The client has no known timeout that could not act.
func other(ctx context.Context, d time.Duration, url string) error {
	c := &http.Client{Timeout: d, Transport: pool.New()}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return send(ctx, c, url)
}

// The request does not carry the short context.
func loose(ctx context.Context, url string) error {
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	<-short.Done()
	return send(ctx, client, url)
}

// The deadline is left behind.
func detached(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return send(context.WithoutCancel(ctx), client, url)
}
