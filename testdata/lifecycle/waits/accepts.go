package waits

import (
	"net"
	"net/http"
)

// doorman lets so many connections in: who waits is a caller of this program, and no call of it.
type doorman struct {
	net.Listener
	slots chan struct{}
}

func newDoorman(l net.Listener, n int) *doorman {
	return &doorman{Listener: l, slots: make(chan struct{}, n)}
}

type visitor struct {
	net.Conn
	leave func()
}

func (v *visitor) Close() error {
	v.leave()
	return v.Conn.Close()
}

func (d *doorman) Accept() (net.Conn, error) {
	c, err := d.Listener.Accept()
	if err != nil {
		return nil, err
	}
	d.slots <- struct{}{}
	return &visitor{c, func() { <-d.slots }}, nil
}

// usher has its wait in a method of its own.
type usher struct {
	net.Listener
	slots chan struct{}
}

func newUsher(l net.Listener, n int) *usher {
	return &usher{Listener: l, slots: make(chan struct{}, n)}
}

func (u *usher) acquire() { u.slots <- struct{}{} }

func (u *usher) release() { <-u.slots }

func (u *usher) Accept() (net.Conn, error) {
	u.acquire()
	c, err := u.Listener.Accept()
	if err != nil {
		u.release()
		return nil, err
	}
	return &visitor{c, u.release}, nil
}

// Accept of something else is a call like others.
type offers struct {
	client *http.Client
	slots  chan struct{}
}

func newOffers(c *http.Client) *offers { return &offers{client: c, slots: make(chan struct{}, 4)} }

func (o *offers) Accept(req *http.Request) error {
	o.slots <- struct{}{} // want: acquire-without-deadline
	defer func() { <-o.slots }()
	_, err := o.client.Do(req)
	return err
}
