package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"

	"github.com/reslint/reslint/runtime/registry"
	"github.com/reslint/reslint/runtime/settings"
	"github.com/reslint/reslint/runtime/unit"
)

// The same numbers for every way.
const (
	limit        = 16 // calls, workers or connections, whichever is limited
	totalTimeout = 500 * time.Millisecond
	wait         = 100 * time.Millisecond
)

var dialer = net.Dialer{Timeout: 200 * time.Millisecond}

// A way is one thing that two systems may share.
type way struct {
	name  string
	hurts bool
	note  string
	open  func(*systems) (calls, error)
}

func ways() []way {
	return []way{
		{"one semaphore", true, "calls that hang hold all permits", oneSemaphore},
		{"one worker pool", true, "calls that hang hold all workers", oneWorkerPool},
		{"one breaker, 6 failures in a row", true, "time-outs come in bursts and open it for both", consecutiveBreaker},
		{"one breaker, 50 % of 50 calls", false, "good answers hide the time-outs: it opens for neither, and protects neither", ratioBreaker},
		{"one client behind a gateway", true, "to the transport the gateway is one host: calls that hang hold all of its connections", oneGatewayClient},
		{"one plain transport", false, "http.Transport limits connections for each host by itself", onePlainTransport},
		{"nothing: two units behind a gateway", false, "each has connections of its own", gatewayUnits},
		{"nothing: two units", false, "each has a client, pool, breaker and bulkhead of its own", twoUnits},
	}
}

// newClient returns a bounded client over a pool of its own. proxy may be empty.
func newClient(proxy string) *http.Client {
	t := &http.Transport{
		DialContext: dialer.DialContext, ForceAttemptHTTP2: true, MaxConnsPerHost: limit, MaxIdleConns: 2 * limit,
		MaxIdleConnsPerHost: limit, IdleConnTimeout: time.Minute, TLSHandshakeTimeout: time.Second,
		ResponseHeaderTimeout: totalTimeout, Proxy: proxyTo(proxy),
	}
	return &http.Client{Transport: t, Timeout: totalTimeout}
}

func proxyTo(address string) func(*http.Request) (*url.URL, error) {
	if address == "" {
		return nil
	}
	return func(*http.Request) (*url.URL, error) { return url.Parse(address) }
}

func get(ctx context.Context, client *http.Client, address string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return unit.StatusError(resp.StatusCode)
	}
	return nil
}

// plain returns calls over a client for each system; around is what both share.
func plain(s *systems, around func(func(context.Context) error) func(context.Context) error) calls {
	healthy, hanging := newClient(""), newClient("")
	return calls{
		healthy: around(func(ctx context.Context) error { return get(ctx, healthy, s.healthy.URL) }),
		hanging: around(func(ctx context.Context) error { return get(ctx, hanging, s.hanging.URL) }),
		close:   func() { healthy.CloseIdleConnections(); hanging.CloseIdleConnections() },
	}
}

func oneSemaphore(s *systems) (calls, error) {
	sem := semaphore.NewWeighted(limit)
	return plain(s, func(call func(context.Context) error) func(context.Context) error {
		return func(ctx context.Context) error {
			bounded, cancel := context.WithTimeout(ctx, wait)
			defer cancel()
			if err := sem.Acquire(bounded, 1); err != nil {
				return err
			}
			defer sem.Release(1)
			return call(ctx)
		}
	}), nil
}

func oneWorkerPool(s *systems) (calls, error) {
	jobs := make(chan func())
	for range limit {
		go func() {
			for job := range jobs {
				job()
			}
		}()
	}
	c := plain(s, func(call func(context.Context) error) func(context.Context) error {
		return func(ctx context.Context) error {
			done := make(chan error, 1)
			select {
			case jobs <- func() { done <- call(ctx) }:
				return <-done
			case <-time.After(totalTimeout): // what a caller is willing to queue
				return context.DeadlineExceeded
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	})
	closeClients := c.close
	c.close = func() { close(jobs); closeClients() }
	return c, nil
}

func oneBreaker(s *systems, trip func(gobreaker.Counts) bool, interval time.Duration) (calls, error) {
	breaker := gobreaker.NewCircuitBreaker[struct{}](gobreaker.Settings{
		Name: "shared", ReadyToTrip: trip, Interval: interval, IsExcluded: func(err error) bool { return err == context.Canceled },
	})
	return plain(s, func(call func(context.Context) error) func(context.Context) error {
		sem := semaphore.NewWeighted(limit) // each system has its own
		return func(ctx context.Context) error {
			bounded, cancel := context.WithTimeout(ctx, wait)
			defer cancel()
			if err := sem.Acquire(bounded, 1); err != nil {
				return err
			}
			defer sem.Release(1)
			_, err := breaker.Execute(func() (struct{}, error) { return struct{}{}, call(ctx) })
			return err
		}
	}), nil
}

// consecutiveBreaker has gobreaker's defaults: it opens for 60 s after more than five failures in a row.
func consecutiveBreaker(s *systems) (calls, error) { return oneBreaker(s, nil, 0) }

// ratioBreaker is the unit's own rule, shared: Call with one unit's breaker around the clients of both.
func ratioBreaker(s *systems) (calls, error) {
	section := sectionOf("http://both.example.com")
	section.MaxConcurrent, section.MaxConnections = 2*limit, 3*limit // as many as two units have
	u, err := unit.New("both", section, unit.Options{})
	if err != nil {
		return calls{}, err
	}
	return plain(s, func(call func(context.Context) error) func(context.Context) error {
		sem := semaphore.NewWeighted(limit) // each system has its own
		return func(ctx context.Context) error {
			if !sem.TryAcquire(1) {
				return unit.ErrBusy
			}
			defer sem.Release(1)
			return u.Call(ctx, call)
		}
	}), nil
}

func oneGatewayClient(s *systems) (calls, error) {
	return oneClient(s, newClient(s.gateway.URL)), nil
}

func onePlainTransport(s *systems) (calls, error) { return oneClient(s, newClient("")), nil }

func oneClient(s *systems, client *http.Client) calls {
	return calls{
		healthy: func(ctx context.Context) error { return get(ctx, client, s.healthy.URL) },
		hanging: func(ctx context.Context) error { return get(ctx, client, s.hanging.URL) },
		close:   client.CloseIdleConnections,
	}
}

func sectionOf(address string) settings.System {
	return settings.System{
		BaseURL: address, MaxConcurrent: limit, MaxConnections: limit * 5 / 4, MaxKeepaliveConnections: limit,
		ConnectTimeout: 200 * time.Millisecond, ReadTimeout: totalTimeout, TotalTimeout: totalTimeout,
	}
}

func twoUnits(s *systems) (calls, error) { return units(s, "") }

func gatewayUnits(s *systems) (calls, error) { return units(s, s.gateway.URL) }

func units(s *systems, proxy string) (calls, error) {
	reg, err := registry.New(registry.Config{Options: unit.Options{
		Transport: func(t *http.Transport) { t.Proxy = proxyTo(proxy) },
	}})
	if err != nil {
		return calls{}, err
	}
	healthy, err := reg.Register("healthy", sectionOf(s.healthy.URL))
	if err != nil {
		return calls{}, err
	}
	hanging, err := reg.Register("hanging", sectionOf(s.hanging.URL))
	if err != nil {
		return calls{}, err
	}
	return calls{
		healthy: func(ctx context.Context) error { return do(ctx, healthy) },
		hanging: func(ctx context.Context) error { return do(ctx, hanging) },
		close: func() {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			if err := reg.Close(ctx); err != nil {
				fmt.Println(err)
			}
		},
	}, nil
}

func do(ctx context.Context, u *unit.Unit) error {
	req, err := u.NewRequest(ctx, http.MethodGet, "/", nil)
	if err != nil {
		return err
	}
	resp, err := u.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return unit.StatusError(resp.StatusCode)
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}
