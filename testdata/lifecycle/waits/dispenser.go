package waits

import (
	"io"
	"net/http"
)

// dispenser is filled where it is made: a receive takes a permit.
type dispenser struct{ tokens chan struct{} }

// no finding: what fills it waits for nobody
func newDispenser(n int) *dispenser {
	d := &dispenser{tokens: make(chan struct{}, n)}
	for range n {
		d.tokens <- struct{}{}
	}
	return d
}

func (d *dispenser) get() {
	<-d.tokens // want: acquire-without-deadline
}

// no finding: it gives back
func (d *dispenser) put() { d.tokens <- struct{}{} }

func (d *dispenser) leaks(client *http.Client, url string) error {
	d.get() // want: permit-leak
	resp, err := client.Get(url)
	if err != nil {
		return err
	}
	d.put()
	return resp.Body.Close()
}

// readAhead fills buffers in a goroutine, as many as its readers have emptied: its tokens are no permits.
type readAhead struct {
	in     io.Reader
	tokens chan struct{}
	filled chan []byte
	stop   chan struct{}
}

// no finding: tokens are for those that read, who give them back
func (r *readAhead) start(n int) {
	r.tokens = make(chan struct{}, n)
	for range n {
		r.tokens <- struct{}{}
	}
	go func() {
		for {
			select {
			case <-r.tokens:
				b := make([]byte, 1024)
				if _, err := r.in.Read(b); err != nil {
					return
				}
				r.filled <- b
			case <-r.stop:
				return
			}
		}
	}()
}

// no finding: the same
func (r *readAhead) next(empty bool) []byte {
	if empty {
		r.tokens <- struct{}{}
	}
	return <-r.filled
}
