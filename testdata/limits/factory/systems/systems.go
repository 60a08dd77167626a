// Package systems builds one client for each of several systems, from settings.
package systems

import (
	"fmt"
	"net"
	"net/http"
	"time"
)

type Settings struct {
	Connect, Read, Total time.Duration
	Conns, Idle          int
}

type Registry struct{ clients map[string]*http.Client }

// Each system has a client of its own, with everything from its settings.
func New(all map[string]Settings) *Registry {
	r := &Registry{clients: make(map[string]*http.Client, len(all))}
	for name, s := range all {
		r.clients[name] = build(s)
	}
	return r
}

func build(s Settings) *http.Client {
	return &http.Client{Timeout: s.Total, Transport: transport(s)}
}

func transport(s Settings) *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DialContext = (&net.Dialer{Timeout: s.Connect, KeepAlive: 30 * time.Second}).DialContext
	t.ResponseHeaderTimeout = s.Read
	t.MaxConnsPerHost = s.Conns
	t.MaxIdleConnsPerHost = s.Idle
	return t
}

func (r *Registry) Get(name, url string) (*http.Response, error) {
	c, ok := r.clients[name]
	if !ok {
		return nil, fmt.Errorf("no system %q", name)
	}
	return c.Get(url)
}

type lookup func(name string) *http.Client

// A function that hands out clients hands out complete ones.
func (r *Registry) lookup() lookup {
	return func(name string) *http.Client { return r.clients[name] }
}

type Careless struct{ clients map[string]*http.Client }

func NewCareless(names []string) *Careless {
	c := &Careless{clients: map[string]*http.Client{}}
	for _, n := range names {
		c.clients[n] = &http.Client{} // want: no-timeout, shared-default-transport
	}
	return c
}

func (c *Careless) Get(name, url string) (*http.Response, error) { return c.clients[name].Get(url) }
