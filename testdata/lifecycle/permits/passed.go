package permits

import (
	"net/http"
	"sync"
)

// work is run by one function only, which takes the permit that it gives back.
func work(client *http.Client, url string, slots chan struct{}, wg *sync.WaitGroup) {
	defer wg.Done()
	defer func() { <-slots }()
	if resp, err := client.Get(url); err == nil {
		resp.Body.Close()
	}
}

// no finding: the permits bound how many goroutines there are, and each gives its own back
func passes(client *http.Client, urls []string) {
	slots := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for _, u := range urls {
		slots <- struct{}{}
		wg.Add(1)
		go work(client, u, slots, &wg)
	}
	wg.Wait()
}

type passing struct {
	client *http.Client
	slots  chan struct{}
}

func newPassing(client *http.Client) *passing {
	return &passing{client: client, slots: make(chan struct{}, 4)}
}

func (p *passing) send(url string, slots <-chan struct{}) {
	defer func() { <-slots }()
	if resp, err := p.client.Get(url); err == nil {
		resp.Body.Close()
	}
}

// A call that is not made gives nothing back.
func (p *passing) one(url string) error {
	select {
	case p.slots <- struct{}{}: // want: permit-leak
	default:
		return errBusy
	}
	if url == "" {
		return errBusy
	}
	p.send(url, p.slots)
	return nil
}

// receive is called with one channel and with another: neither becomes the other.
func receive(signal chan struct{}) { <-signal }

// no finding: signals are no permits
func signals(a, b chan struct{}) {
	a <- struct{}{}
	receive(a)
	b <- struct{}{}
	receive(b)
}
