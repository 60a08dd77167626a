// Package retries sends more often than the deadline around it allows.
package retries

import (
	"context"
	"errors"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

const attempts = 3

var client = &http.Client{Timeout: 5 * time.Second, Transport: pool.New()}

func send(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = client.Do(req)
	return err
}

func counted(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second) // want: deadline-below-timeout:warning "10s"
	defer cancel()
	for i := 0; i < attempts; i++ {
		if send(ctx, url) == nil {
			return nil
		}
	}
	return errors.New("failed")
}

func ranged(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second) // want: deadline-below-timeout:warning "10s"
	defer cancel()
	for range attempts {
		if send(ctx, url) == nil {
			return nil
		}
	}
	return errors.New("failed")
}

func sleeping(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 16*time.Second) // want: deadline-below-timeout:warning "16s"
	defer cancel()
	for i := range 3 {
		if send(ctx, url) == nil {
			return nil
		}
		if i < 2 {
			time.Sleep(10 * time.Second)
		}
	}
	return errors.New("failed")
}

func waiting(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 16*time.Second) // want: deadline-below-timeout:warning "16s"
	defer cancel()
	for range attempts {
		if send(ctx, url) == nil {
			return nil
		}
		select {
		case <-time.After(10 * time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return errors.New("failed")
}

func retry(ctx context.Context, url string) error {
	for range attempts {
		if send(ctx, url) == nil {
			return nil
		}
	}
	return errors.New("failed")
}

func around(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second) // want: deadline-below-timeout:warning "10s"
	defer cancel()
	return retry(ctx, url)
}

// The deadline leaves room for all attempts.
func room(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	for range attempts {
		if send(ctx, url) == nil {
			return nil
		}
	}
	return errors.New("failed")
}

// Each attempt has a deadline of its own.
func each(ctx context.Context, url string) error {
	for range attempts {
		actx, cancel := context.WithTimeout(ctx, 6*time.Second)
		err := send(actx, url)
		cancel()
		if err == nil {
			return nil
		}
	}
	return errors.New("failed")
}

// How many attempts there are is not known.
func unknown(ctx context.Context, n int, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 6*time.Second)
	defer cancel()
	for range n {
		if send(ctx, url) == nil {
			return nil
		}
	}
	return errors.New("failed")
}

// One request for each of several things at once: they do not wait for each other.
func parallel(ctx context.Context, urls [3]string) {
	ctx, cancel := context.WithTimeout(ctx, 6*time.Second)
	defer cancel()
	done := make(chan error, attempts)
	for i := range attempts {
		go func() { done <- send(ctx, urls[i]) }()
	}
	for range attempts {
		<-done
	}
}
