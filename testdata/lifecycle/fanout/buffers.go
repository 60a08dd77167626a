package fanout

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"sync"
)

// uploader has a few buffers, and whoever sends a part has one of them.
type uploader struct {
	client  *http.Client
	buffers chan []byte
	jobs    chan []byte
}

func (u *uploader) borrow() []byte {
	b := <-u.buffers
	if b == nil {
		b = make([]byte, 1<<20)
	}
	return b
}

func (u *uploader) put(b []byte) { u.buffers <- b }

func (u *uploader) send(part []byte) {
	if resp, err := u.client.Post("https://files.example", "", bytes.NewReader(part)); err == nil {
		resp.Body.Close()
	}
}

// no finding: there are as many parts under way as there are buffers
func (u *uploader) upload(ctx context.Context, r io.Reader) {
	var wg sync.WaitGroup
	for ctx.Err() == nil {
		b := u.borrow()
		n, err := io.ReadFull(r, b)
		if err != nil {
			break
		}
		wg.Add(1)
		part := func(b []byte) {
			defer wg.Done()
			defer u.put(b)
			u.send(b[:n])
		}
		go part(b)
	}
	wg.Wait()
}

// no finding: the same without helpers
func (u *uploader) inline(parts [][]byte) {
	for _, p := range parts {
		b := <-u.buffers
		go func() {
			u.send(append(b[:0], p...))
			u.buffers <- b
		}()
	}
}

// A goroutine for each job: what they are given comes from a channel, and nothing goes back there.
func (u *uploader) each() {
	for {
		job := <-u.jobs
		go func() { // want: unbounded-fanout
			u.send(job)
		}()
	}
}
