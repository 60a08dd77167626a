// Package channel has bulkheads that are buffered channels.
package channel

import (
	"context"
	"errors"
	"net/http"
)

var errFull = errors.New("full")

type Sber struct {
	client *http.Client
	sem    chan struct{}
	events chan string
}

func New(c *http.Client) *Sber {
	return &Sber{client: c, sem: make(chan struct{}, 8), events: make(chan string, 8)}
}

// no finding: the send in the select is the acquire
func (s *Sber) Register(ctx context.Context) (*http.Response, error) {
	select {
	case s.sem <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-s.sem }()
	return s.client.Get("https://sber.example")
}

// no finding: a case that goes on
func (s *Sber) Inside(ctx context.Context) (*http.Response, error) {
	select {
	case s.sem <- struct{}{}:
		defer func() { <-s.sem }()
		return s.client.Get("https://sber.example")
	default:
		return nil, errFull
	}
}

// no finding: a plain send
func (s *Sber) Plain() (*http.Response, error) {
	s.sem <- struct{}{}
	defer func() { <-s.sem }()
	return s.client.Get("https://sber.example")
}

func (s *Sber) Refund() (*http.Response, error) { // want: bypassed-wrapper
	return s.client.Get("https://sber.example/refund")
}

// Overflow calls when the bulkhead is full.
func (s *Sber) Overflow() (*http.Response, error) { // want: bypassed-wrapper
	select {
	case s.sem <- struct{}{}:
		defer func() { <-s.sem }()
	default:
	}
	return s.client.Get("https://sber.example")
}

// Publish sends on a channel that is no bulkhead.
func (s *Sber) Publish() (*http.Response, error) { // want: bypassed-wrapper
	s.events <- "call"
	return s.client.Get("https://sber.example/publish")
}

// Feed has a channel of events and no bulkhead.
type Feed struct {
	client *http.Client
	events chan string
	done   chan struct{}
}

func NewFeed(c *http.Client) *Feed {
	return &Feed{client: c, events: make(chan string, 100), done: make(chan struct{})}
}

// no finding: events are no permits
func (f *Feed) Send(s string) { f.events <- s }

// no finding: a signal is no permit
func (f *Feed) Stop() { f.done <- struct{}{} }

// no finding: the type holds no bulkhead
func (f *Feed) Get() (*http.Response, error) { return f.client.Get("https://feed.example") }
