// Package behind calls through an interface of its own.
package behind

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

type poster interface {
	post(ctx context.Context, url string) error
	Post(ctx context.Context, url string) error
}

type httpPoster struct{ c *http.Client }

func (p *httpPoster) post(ctx context.Context, url string) error { return send(ctx, p.c, url) }

func (p *httpPoster) Post(ctx context.Context, url string) error { return send(ctx, p.c, url) }

func send(ctx context.Context, c *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
	if err != nil {
		return err
	}
	_, err = c.Do(req)
	return err
}

// Sender sends.
type Sender struct{ p poster }

// New makes one.
func New() *Sender {
	return &Sender{p: &httpPoster{&http.Client{Transport: pool.New()}}} // want: no-timeout:error
}

// Send has no context.
func (s *Sender) Send(url string) error { return s.p.Post(context.Background(), url) }

// The same with a deadline.
type careful struct{ c *http.Client }

func (p *careful) post(ctx context.Context, url string) error { return send(ctx, p.c, url) }

type only interface {
	post(ctx context.Context, url string) error
}

// Careful sends.
type Careful struct{ p only }

// NewCareful makes one.
func NewCareful() *Careful {
	return &Careful{p: &careful{&http.Client{Transport: pool.New()}}}
}

// Send has no context.
func (s *Careful) Send(url string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return s.p.post(ctx, url)
}

// What is known where it is called is that.
func run() error { return New().Send("https://sber.example/") }

// The interface may hold something else.
type either struct{ p only }

func newEither(fake bool) *either {
	e := &either{p: &second{&http.Client{Transport: pool.New()}}} // want: no-timeout:warning
	if fake {
		e.p = nothing{}
	}
	return e
}

type second struct{ c *http.Client }

func (p *second) post(ctx context.Context, url string) error { return send(ctx, p.c, url) }

type nothing struct{}

func (nothing) post(context.Context, string) error { return nil }

func (s *either) Send(url string) error { return s.p.post(context.Background(), url) }

// So may one that is exported, or pointed at, or that is given by callers.
type Open struct{ P only }

func NewOpen() *Open {
	return &Open{P: &third{&http.Client{Transport: pool.New()}}} // want: no-timeout:warning
}

type third struct{ c *http.Client }

func (p *third) post(ctx context.Context, url string) error { return send(ctx, p.c, url) }

func (s *Open) Send(url string) error { return s.P.post(context.Background(), url) }

type pointed struct{ p only }

func newPointed() *pointed {
	x := &pointed{p: &fourth{&http.Client{Transport: pool.New()}}} // want: no-timeout:warning
	fill(&x.p)
	return x
}

func fill(p *only) { *p = nothing{} }

type fourth struct{ c *http.Client }

func (p *fourth) post(ctx context.Context, url string) error { return send(ctx, p.c, url) }

func (s *pointed) Send(url string) error { return s.p.post(context.Background(), url) }

type given struct{ p only }

func newGiven(p only) *given { return &given{p} }

func defaultGiven() *given {
	return newGiven(&fifth{&http.Client{Transport: pool.New()}}) // want: no-timeout:warning
}

type fifth struct{ c *http.Client }

func (p *fifth) post(ctx context.Context, url string) error { return send(ctx, p.c, url) }

func (s *given) Send(url string) error { return s.p.post(context.Background(), url) }

// A variable, set by one function.
var current only

// Setup fills it.
func Setup() {
	current = &sixth{&http.Client{Transport: pool.New()}} // want: no-timeout:error
}

type sixth struct{ c *http.Client }

func (p *sixth) post(ctx context.Context, url string) error { return send(ctx, p.c, url) }

// Send has no context.
func Send(url string) error { return current.post(context.TODO(), url) }
