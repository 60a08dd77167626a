// Package named has bulkheads with the name of what they limit.
package named

import (
	"context"
	"net/http"

	"golang.org/x/sync/semaphore"
)

// Album limits one kind of its work: the semaphore is not for all calls of the album.
type Album struct {
	client   *http.Client
	coverSem *semaphore.Weighted
	slots    pictures
}

// pictures is a wrapper of the same kind.
type pictures struct{ pictureSem chan struct{} }

func (a *Album) Cover(ctx context.Context, req *http.Request) (*http.Response, error) {
	if err := a.coverSem.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer a.coverSem.Release(1)
	return a.client.Do(req)
}

func (a *Album) Picture(req *http.Request) (*http.Response, error) {
	select {
	case a.slots.pictureSem <- struct{}{}:
	default:
		return nil, http.ErrServerClosed
	}
	defer func() { <-a.slots.pictureSem }()
	return a.client.Do(req)
}

func (a *Album) List(req *http.Request) (*http.Response, error) { return a.client.Do(req) }

// Parcel has a semaphore with its own name.
type Parcel struct {
	client    *http.Client
	parcelSem *semaphore.Weighted
}

func (p *Parcel) Send(ctx context.Context, req *http.Request) (*http.Response, error) {
	if err := p.parcelSem.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer p.parcelSem.Release(1)
	return p.client.Do(req)
}

func (p *Parcel) Track(req *http.Request) (*http.Response, error) { // want: bypassed-wrapper "bulkhead"
	return p.client.Do(req)
}

// Client has no name of its own, and what is left of requestSem says nothing about a system.
type Client struct {
	client     *http.Client
	requestSem *semaphore.Weighted
}

func (c *Client) Send(ctx context.Context, req *http.Request) (*http.Response, error) {
	if err := c.requestSem.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer c.requestSem.Release(1)
	return c.client.Do(req)
}

func (c *Client) Track(req *http.Request) (*http.Response, error) { // want: bypassed-wrapper "bulkhead"
	return c.client.Do(req)
}

// Ledger has a semaphore whose name is no word for one.
type Ledger struct {
	client   *http.Client
	inflight chan struct{}
}

func (l *Ledger) Book(req *http.Request) (*http.Response, error) {
	select {
	case l.inflight <- struct{}{}:
	default:
		return nil, http.ErrServerClosed
	}
	defer func() { <-l.inflight }()
	return l.client.Do(req)
}

func (l *Ledger) Read(req *http.Request) (*http.Response, error) { // want: bypassed-wrapper "bulkhead"
	return l.client.Do(req)
}

// Panel limits covers alone.
type Panel struct {
	client     *http.Client
	coverSlots chan struct{}
}

func (p *Panel) Cover(req *http.Request) (*http.Response, error) {
	select {
	case p.coverSlots <- struct{}{}:
		defer func() { <-p.coverSlots }()
	case <-req.Context().Done():
		return nil, req.Context().Err()
	}
	return p.client.Do(req)
}

func (p *Panel) List(req *http.Request) (*http.Response, error) { return p.client.Do(req) }

// Desk has slots, for whatever it does.
type Desk struct {
	client *http.Client
	slots  chan struct{}
}

func (d *Desk) Put(req *http.Request) (*http.Response, error) {
	select {
	case d.slots <- struct{}{}:
		defer func() { <-d.slots }()
	case <-req.Context().Done():
		return nil, req.Context().Err()
	}
	return d.client.Do(req)
}

func (d *Desk) List(req *http.Request) (*http.Response, error) { return d.client.Do(req) } // want: bypassed-wrapper "bulkhead"

// Reel plays one thing at a time: a semaphore with one permit is a lock.
type Reel struct {
	client *http.Client
	sem    *semaphore.Weighted
}

func NewReel(c *http.Client) *Reel { return &Reel{client: c, sem: semaphore.NewWeighted(1)} }

func (r *Reel) Play(ctx context.Context, req *http.Request) (*http.Response, error) {
	if err := r.sem.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer r.sem.Release(1)
	return r.client.Do(req)
}

func (r *Reel) Title(req *http.Request) (*http.Response, error) { return r.client.Do(req) }

// Tape has as many as it is told.
type Tape struct {
	client *http.Client
	sem    *semaphore.Weighted
}

func NewTape(c *http.Client, n int64) *Tape {
	if n < 1 {
		return &Tape{client: c, sem: semaphore.NewWeighted(1)}
	}
	return &Tape{client: c, sem: semaphore.NewWeighted(n)}
}

func (t *Tape) Play(ctx context.Context, req *http.Request) (*http.Response, error) {
	if err := t.sem.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer t.sem.Release(1)
	return t.client.Do(req)
}

func (t *Tape) Title(req *http.Request) (*http.Response, error) { return t.client.Do(req) } // want: bypassed-wrapper "bulkhead"
