// Package made gives every request a deadline of its own, and some none.
package made

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

var (
	background = &http.Client{Transport: pool.New()} // want: no-timeout
	todo       = &http.Client{Transport: pool.New()} // want: no-timeout
	canceled   = &http.Client{Transport: pool.New()} // want: no-timeout
	valued     = &http.Client{Transport: pool.New()} // want: no-timeout
	detached   = &http.Client{Transport: pool.New()} // want: no-timeout
	without    = &http.Client{Transport: pool.New()} // want: no-timeout
	short      = &http.Client{Transport: pool.New()} // want: no-timeout
	one        = &http.Client{Transport: pool.New()} // want: no-timeout
	halfway    = &http.Client{Transport: pool.New()} // want: no-timeout
	unused     = &http.Client{Transport: pool.New()} // want: no-timeout

	timeout       = &http.Client{Transport: pool.New()}
	deadline      = &http.Client{Transport: pool.New()}
	timeoutCause  = &http.Client{Transport: pool.New()}
	deadlineCause = &http.Client{Transport: pool.New()}
	inherited     = &http.Client{Transport: pool.New()}
	replaced      = &http.Client{Transport: pool.New()}
	cloned        = &http.Client{Transport: pool.New()}
	eitherWay     = &http.Client{Transport: pool.New()}
)

func send(ctx context.Context, c *http.Client, url string) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err == nil {
		c.Do(req)
	}
}

func positives(url string, slow bool) {
	ctx := context.Background()
	send(ctx, background, url)
	send(context.TODO(), todo, url)

	cctx, cancel := context.WithCancel(ctx)
	defer cancel()
	send(cctx, canceled, url)
	send(context.WithValue(ctx, key{}, 1), valued, url)

	tctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	send(context.WithoutCancel(tctx), detached, url)

	req, _ := http.NewRequest(http.MethodGet, url, nil)
	without.Do(req)
	short.Get(url)

	send(tctx, one, url)
	send(ctx, one, url)

	h := ctx
	if slow {
		h = tctx
	}
	send(h, halfway, url)
}

type key struct{}

// Each form of a deadline.
func negatives(ctx context.Context, url string, slow bool) {
	a, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	send(a, timeout, url)

	b, cancel := context.WithDeadline(ctx, time.Now().Add(time.Second))
	defer cancel()
	send(b, deadline, url)

	c, cancel := context.WithTimeoutCause(ctx, time.Second, context.Canceled)
	defer cancel()
	send(c, timeoutCause, url)

	d, cancel := context.WithDeadlineCause(ctx, time.Now().Add(time.Second), nil)
	defer cancel()
	send(d, deadlineCause, url)

	// A deadline stays in what is derived.
	e, stop := context.WithCancel(context.WithValue(a, key{}, 1))
	defer stop()
	send(e, inherited, url)

	// The request gets its context later.
	req, _ := http.NewRequest(http.MethodGet, url, nil)
	req = req.WithContext(a)
	replaced.Do(req)
	cloned.Do(req.Clone(b))

	// Either of them has one.
	h := a
	if slow {
		h = b
	}
	send(h, eitherWay, url)
}
