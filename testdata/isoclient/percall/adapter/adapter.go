// Package adapter builds clients in methods of adapters.
package adapter

import (
	"context"
	"net/http"
	"sync"

	"example.com/fixtures/isoclient/kit"
)

type SberAdapter struct {
	url    string
	client *http.Client
	mu     sync.Mutex
	once   sync.Once
}

func (a *SberAdapter) Pay(ctx context.Context) error {
	c := kit.Client() // want: per-call-client
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.url, nil)
	if err != nil {
		return err
	}
	_, err = c.Do(req)
	return err
}

func (a *SberAdapter) fresh() *http.Client { return kit.Client() }

func (a *SberAdapter) Status() {
	_, _ = a.fresh().Get(a.url) // want: per-call-client
}

// Built at the first call.
func (a *SberAdapter) Lazy() {
	a.mu.Lock()
	if a.client == nil {
		a.client = kit.Client()
	}
	c := a.client
	a.mu.Unlock()
	_, _ = c.Get(a.url)
}

// Built once.
func (a *SberAdapter) Once() {
	a.once.Do(func() { a.client = kit.Client() })
	_, _ = a.client.Get(a.url)
}

// In a literal that runs where the call is made.
func (a *SberAdapter) Guarded(run func(func() error) error) error {
	return run(func() error {
		_, err := kit.Client().Get(a.url) // want: per-call-client
		return err
	})
}

// In a literal that runs once.
func (a *SberAdapter) Token() {
	a.once.Do(func() { _, _ = kit.Client().Get(a.url) })
	_, _ = a.client.Get(a.url)
}

// Built when the adapter is.
func New(url string) *SberAdapter { return &SberAdapter{url: url, client: kit.Client()} }

// Connect replaces the client of the adapter, which then keeps it.
func (a *SberAdapter) Connect() {
	a.client = kit.Client()
	_, _ = a.client.Get(a.url)
}

func each(urls []string) {
	for _, u := range urls {
		c := kit.Client() // want: per-call-client
		_, _ = c.Get(u)
	}
	c := kit.Client()
	for _, u := range urls {
		_, _ = c.Get(u)
	}
}

// A client for each worker, which makes many calls with it.
func workers(jobs chan string) {
	for range 4 {
		go func() {
			c := kit.Client()
			for u := range jobs {
				_, _ = c.Get(u)
			}
		}()
	}
}

var clients = map[string]*http.Client{}

// One client a system, kept in a map.
func keyed(name, url string) {
	c, ok := clients[name]
	if !ok {
		c = kit.Client()
		clients[name] = c
	}
	_, _ = c.Get(url)
}

// A command that is run once builds what it needs.
func run() {
	c := kit.Client()
	_, _ = c.Get("https://api.vendor.com")
}
