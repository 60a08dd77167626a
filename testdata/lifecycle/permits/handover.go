package permits

import (
	"io"
	"net/http"

	"golang.org/x/sync/semaphore"
)

// handed is a body that gives the permit back when it is closed.
type handed struct {
	io.ReadCloser
	sem *semaphore.Weighted
}

func (h *handed) Close() error {
	defer h.sem.Release(1)
	return h.ReadCloser.Close()
}

type handing struct {
	client *http.Client
	sem    *semaphore.Weighted
}

// The call fails before there is a body.
func (h *handing) beforeBody(req *http.Request) (io.ReadCloser, error) {
	if !h.sem.TryAcquire(1) { // want: permit-leak
		return nil, errBusy
	}
	resp, err := h.client.Do(req)
	if err != nil {
		return nil, err
	}
	return &handed{resp.Body, h.sem}, nil
}

// The same with the body put into the response, and by a status.
func (h *handing) beforeResponse(req *http.Request) (*http.Response, error) {
	if !h.sem.TryAcquire(1) { // want: permit-leak
		return nil, errBusy
	}
	resp, err := h.client.Do(req)
	if err == nil && resp.StatusCode > 299 {
		return nil, errBusy
	}
	resp.Body = &handed{ReadCloser: resp.Body, sem: h.sem}
	return resp, err
}

// no finding: what fails afterwards has a body that can be closed
func (h *handing) after(req *http.Request) (io.ReadCloser, error) {
	if !h.sem.TryAcquire(1) {
		return nil, errBusy
	}
	body := &handed{http.NoBody, h.sem}
	if _, err := h.client.Do(req); err != nil {
		return nil, err
	}
	return body, nil
}

// no finding: the error path gives back too
func (h *handing) gives(req *http.Request) (io.ReadCloser, error) {
	if !h.sem.TryAcquire(1) {
		return nil, errBusy
	}
	resp, err := h.client.Do(req)
	if err != nil {
		h.sem.Release(1)
		return nil, err
	}
	return &handed{resp.Body, h.sem}, nil
}

// no finding: the semaphore has another name, and who has that is not followed
func (h *handing) alias(req *http.Request) (io.ReadCloser, error) {
	hand := func(body io.ReadCloser, sem *semaphore.Weighted) io.ReadCloser { return &handed{body, sem} }
	body := hand(http.NoBody, h.sem)
	if !h.sem.TryAcquire(1) {
		return nil, errBusy
	}
	if _, err := h.client.Do(req); err != nil {
		return nil, err
	}
	return body, nil
}

type counting struct{ sem *semaphore.Weighted }

// Two are taken and one is given back.
func (c *counting) fewer() error {
	if !c.sem.TryAcquire(2) { // want: permit-leak "2 permits of c.sem are taken here, and 1 given back"
		return errBusy
	}
	defer c.sem.Release(1)
	return nil
}

// One is taken and two are given back.
func (c *counting) more() error {
	if !c.sem.TryAcquire(1) {
		return errBusy
	}
	defer func() { c.sem.Release(2) }() // want: release-without-acquire "this gives back 2 permits of c.sem"
	return nil
}

const weight = 2

// no finding: the same number, by name
func (c *counting) same() error {
	if !c.sem.TryAcquire(weight) {
		return errBusy
	}
	defer c.sem.Release(2)
	return nil
}

// no finding: given back one by one
func (c *counting) oneByOne() error {
	if !c.sem.TryAcquire(2) {
		return errBusy
	}
	for range 2 {
		c.sem.Release(1)
	}
	return nil
}

// no finding: in two parts
func (c *counting) parts() error {
	if !c.sem.TryAcquire(2) {
		return errBusy
	}
	c.sem.Release(1)
	defer c.sem.Release(1)
	return nil
}

// counted gives some back in another function.
type counted struct{ sem *semaphore.Weighted }

// no finding: the rest by another function
func (c *counted) rest() error {
	if !c.sem.TryAcquire(3) {
		return errBusy
	}
	defer c.sem.Release(1)
	return c.two()
}

func (c *counted) two() error {
	c.sem.Release(2)
	return nil
}
