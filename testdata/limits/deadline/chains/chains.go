// Package chains passes contexts through functions, closures, structs and groups.
package chains

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"time"

	"golang.org/x/sync/errgroup"

	"example.com/fixtures/limits/pool"
)

var (
	twoCallers = &http.Client{Transport: pool.New()} // want: no-timeout:error
	grouped    = &http.Client{Transport: pool.New()} // want: no-timeout:error
	signaled   = &http.Client{Transport: pool.New()} // want: no-timeout:error
	started    = &http.Client{Transport: pool.New()} // want: no-timeout:error
	stored     = &http.Client{Transport: pool.New()} // want: no-timeout:error

	oneCaller    = &http.Client{Transport: pool.New()}
	groupedShort = &http.Client{Transport: pool.New()}
	closed       = &http.Client{Transport: pool.New()}
	startedShort = &http.Client{Transport: pool.New()}
	storedShort  = &http.Client{Transport: pool.New()}
	helped       = &http.Client{Transport: pool.New()}
	methodValue  = &http.Client{Transport: pool.New()}
	methodExpr   = &http.Client{Transport: pool.New()}
	perAttempt   = &http.Client{Transport: pool.New()}
)

func send(ctx context.Context, c *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = c.Do(req)
	return err
}

func level1(ctx context.Context, url string) { level2(ctx, url) }
func level2(ctx context.Context, url string) { send(ctx, twoCallers, url) }

func callers(url string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	level1(ctx, url)
	level1(context.Background(), url)
}

func group(urls []string) error {
	g, ctx := errgroup.WithContext(context.Background())
	for _, u := range urls {
		g.Go(func() error { return send(ctx, grouped, u) })
	}
	return g.Wait()
}

func interrupted(url string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return send(ctx, signaled, url)
}

func goroutine(url string) {
	ctx := context.Background()
	go func() { send(ctx, started, url) }()
}

type job struct {
	ctx context.Context
	url string
}

func (j *job) run() { send(j.ctx, stored, j.url) }

func inStruct(url string) {
	j := &job{ctx: context.Background(), url: url}
	j.run()
}

// The one caller makes a deadline, three functions up.
func up1(ctx context.Context, url string) { up2(ctx, url) }
func up2(ctx context.Context, url string) { up3(ctx, url) }
func up3(ctx context.Context, url string) { send(ctx, oneCaller, url) }

func caller(url string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	up1(ctx, url)
}

// The group's context has the deadline of its parent.
func groupShort(ctx context.Context, urls []string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	g, ctx := errgroup.WithContext(ctx)
	for _, u := range urls {
		g.Go(func() error { return send(ctx, groupedShort, u) })
	}
	return g.Wait()
}

// A function literal sees the context around it.
func closure(url string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	try := func() error { return send(ctx, closed, url) }
	return try()
}

// So does one in a goroutine.
func goroutineShort(url string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	go func() {
		defer cancel()
		send(ctx, startedShort, url)
	}()
}

type shortJob struct {
	ctx context.Context
	url string
}

func (j *shortJob) run() { send(j.ctx, storedShort, j.url) }

// The struct takes a context with a deadline.
func inStructShort(url string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	(&shortJob{ctx: ctx, url: url}).run()
}

func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, time.Second)
}

// A function of the package makes the deadline.
func helper(ctx context.Context, url string) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	send(ctx, helped, url)
}

// Do as a value and as an expression.
func values(url string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	do := methodValue.Do
	do(req)
	(*http.Client).Do(methodExpr, req)
}

// Each attempt gets a deadline of its own.
func attempts(ctx context.Context, url string) error {
	for range 3 {
		actx, cancel := context.WithTimeout(ctx, time.Second)
		err := send(actx, perAttempt, url)
		cancel()
		if err == nil {
			return nil
		}
	}
	return context.DeadlineExceeded
}
