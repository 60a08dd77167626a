// Package channel uses buffered channels as semaphores.
package channel

import (
	"context"
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

var slots = make(chan struct{}, 10) // want: shared-bulkhead

func slack(c *http.Client) {
	slots <- struct{}{}
	defer func() { <-slots }()
	_, _ = c.Get("https://hooks.slack.com")
}

func pager(ctx context.Context, c *http.Client) {
	select {
	case slots <- struct{}{}:
	case <-ctx.Done():
		return
	}
	defer func() { <-slots }()
	_, _ = c.Get("https://events.pagerduty.com")
}

type SberAdapter struct {
	c     *http.Client
	slots chan struct{}
}

func (a *SberAdapter) Pay(r *http.Request) {
	a.slots <- struct{}{}
	defer func() { <-a.slots }()
	_, _ = a.c.Do(r)
}

type ReceiptAdapter struct {
	c     *http.Client
	slots chan struct{}
}

func (a *ReceiptAdapter) Print(r *http.Request) {
	a.slots <- struct{}{}
	_, _ = a.c.Do(r)
	<-a.slots
}

func fields() (*SberAdapter, *ReceiptAdapter) {
	s := make(chan struct{}, 4) // want: shared-bulkhead
	return &SberAdapter{kit.Client(), s}, &ReceiptAdapter{kit.Client(), s}
}

// A channel each.
func apart() (*SberAdapter, *ReceiptAdapter) {
	return &SberAdapter{kit.Client(), make(chan struct{}, 4)}, &ReceiptAdapter{kit.Client(), make(chan struct{}, 4)}
}

// The channel carries answers: it is a queue, not a semaphore.
func queue() int {
	a, b := kit.Client(), kit.Client()
	out := make(chan *http.Response, 2)
	go func() { r, _ := a.Get("https://hooks.slack.com"); out <- r }()
	go func() { r, _ := b.Get("https://events.pagerduty.com"); out <- r }()
	return (<-out).StatusCode + (<-out).StatusCode
}

// The channel says that both are done.
func done() {
	a, b := kit.Client(), kit.Client()
	ready := make(chan struct{}, 2)
	go func() { _, _ = a.Get("https://hooks.slack.com"); ready <- struct{}{} }()
	go func() { _, _ = b.Get("https://events.pagerduty.com"); ready <- struct{}{} }()
	<-ready
	<-ready
}

// Requests are handed to one worker each.
func jobs(reqs []*http.Request) {
	work := make(chan *http.Request, 10)
	c := kit.Client()
	go func() {
		for r := range work {
			_, _ = c.Do(r)
		}
	}()
	for _, r := range reqs {
		work <- r
	}
}

var _, _, _, _ = fields, apart, slack, pager
