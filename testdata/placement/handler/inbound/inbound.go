// Package inbound has limits and breakers that protect this service.
package inbound

import (
	"bytes"
	"image"
	"image/png"
	"net/http"

	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"
)

var slots = make(chan struct{}, 16)

// no finding: middleware
func Limit(sem *semaphore.Weighted, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !sem.TryAcquire(1) {
			http.Error(w, "busy", http.StatusTooManyRequests)
			return
		}
		defer sem.Release(1)
		next.ServeHTTP(w, r)
	})
}

// no finding: middleware with a breaker around what comes after
func Break(b *gobreaker.CircuitBreaker[any]) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = b.Execute(func() (any, error) {
				next.ServeHTTP(w, r)
				return nil, nil
			})
		})
	}
}

// no finding: middleware over a function
func Slots(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
			next(w, r)
		default:
			http.Error(w, "busy", http.StatusTooManyRequests)
		}
	}
}

type chain struct {
	next http.Handler
	sem  *semaphore.Weighted
}

// no finding: a middleware that is a type
func (c *chain) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if c.sem.Acquire(r.Context(), 1) != nil {
		return
	}
	defer c.sem.Release(1)
	c.next.ServeHTTP(w, r)
}

type images struct{ sem *semaphore.Weighted }

// no finding: work of this process is limited
func (i *images) Thumbnail(w http.ResponseWriter, r *http.Request) {
	if i.sem.Acquire(r.Context(), 1) != nil {
		return
	}
	defer i.sem.Release(1)
	img, _, err := image.Decode(r.Body)
	if err != nil {
		return
	}
	var buf bytes.Buffer
	_ = png.Encode(&buf, img)
	_, _ = w.Write(buf.Bytes())
}

// no finding: what the limited work does is not known, and limits of inbound work are no bulkheads
func (i *images) Unknown(work func()) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !i.sem.TryAcquire(1) {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		defer i.sem.Release(1)
		work()
	}
}

type hub struct{ broadcast chan string }

func newHub() *hub { return &hub{broadcast: make(chan string, 8)} }

// no finding: a message is no permit
func (h *hub) Publish(w http.ResponseWriter, r *http.Request) {
	h.broadcast <- r.URL.Path
	_, _ = http.Get("https://hub.example")
}

// no finding: what it is handed serves the request
func Serve(b *gobreaker.CircuitBreaker[any], w http.ResponseWriter, handler func(http.ResponseWriter) error) error {
	rec := &recorder{ResponseWriter: w}
	_, err := b.Execute(func() (any, error) { return nil, handler(rec) })
	return err
}

type recorder struct{ http.ResponseWriter }
