package channel

import (
	"net/http"
	"time"
)

// Filled has permits that are taken out of a channel.
type Filled struct {
	client *http.Client
	tokens chan struct{}
}

func NewFilled(c *http.Client, n int) *Filled {
	f := &Filled{client: c, tokens: make(chan struct{}, n)}
	for range n {
		f.tokens <- struct{}{}
	}
	return f
}

// no finding: the receive in the select is the acquire
func (f *Filled) Get() (*http.Response, error) {
	select {
	case <-f.tokens:
	case <-time.After(time.Second):
		return nil, errFull
	}
	defer func() { f.tokens <- struct{}{} }()
	return f.client.Get("https://filled.example")
}

func (f *Filled) Raw() (*http.Response, error) { // want: bypassed-wrapper
	return f.client.Get("https://filled.example/raw")
}

// Late calls when the permit is back.
func (f *Filled) Late() (*http.Response, error) { // want: bypassed-wrapper
	<-f.tokens
	f.tokens <- struct{}{}
	return f.client.Get("https://filled.example/late")
}

// Rate is filled again by a ticker: what is taken is not given back.
type Rate struct {
	client *http.Client
	tokens chan struct{}
}

func NewRate(c *http.Client, n int, every time.Duration) *Rate {
	r := &Rate{client: c, tokens: make(chan struct{}, n)}
	for range n {
		r.tokens <- struct{}{}
	}
	go func() {
		for range time.Tick(every) {
			r.tokens <- struct{}{}
		}
	}()
	return r
}

// no finding: it is no bulkhead
func (r *Rate) Get() (*http.Response, error) {
	<-r.tokens
	return r.client.Get("https://rate.example")
}

// no finding: the same
func (r *Rate) Raw() (*http.Response, error) { return r.client.Get("https://rate.example/raw") }

// Counted has permits that are numbers.
type Counted struct {
	client *http.Client
	sem    chan int
}

func NewCounted(c *http.Client) *Counted { return &Counted{client: c, sem: make(chan int, 8)} }

// no finding: a permit is taken
func (c *Counted) Get() (*http.Response, error) {
	c.sem <- 1
	defer func() { <-c.sem }()
	return c.client.Get("https://counted.example")
}

func (c *Counted) Raw() (*http.Response, error) { // want: bypassed-wrapper
	return c.client.Get("https://counted.example/raw")
}

// Queue has numbers that say something.
type Queue struct {
	client *http.Client
	jobs   chan int
}

func NewQueue(c *http.Client) *Queue { return &Queue{client: c, jobs: make(chan int, 8)} }

// no finding: a job is queued, and one is dropped
func (q *Queue) Get(id int) (*http.Response, error) {
	q.jobs <- id
	defer func() { <-q.jobs }()
	return q.client.Get("https://queue.example")
}

// no finding: a queue is no bulkhead
func (q *Queue) Raw() (*http.Response, error) { return q.client.Get("https://queue.example/raw") }

// dispenser has permits of its own, which are taken and given back in methods.
type dispenser struct{ tokens chan struct{} }

func newDispenser(n int) *dispenser {
	d := &dispenser{tokens: make(chan struct{}, n)}
	for range n {
		d.tokens <- struct{}{}
	}
	return d
}

func (d *dispenser) get() { <-d.tokens }
func (d *dispenser) put() { d.tokens <- struct{}{} }

// Dispensed holds such a type.
type Dispensed struct {
	client *http.Client
	limit  *dispenser
}

// no finding: a permit is taken
func (d *Dispensed) Get() (*http.Response, error) {
	d.limit.get()
	defer d.limit.put()
	return d.client.Get("https://dispensed.example")
}

func (d *Dispensed) Raw() (*http.Response, error) { // want: bypassed-wrapper
	return d.client.Get("https://dispensed.example/raw")
}
