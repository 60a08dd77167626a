// Package dialers bounds dialing in each way that net/http has.
package dialers

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"time"
)

// with returns a client whose transport lacks nothing but a dialer.
func with(set func(*http.Transport)) *http.Client {
	t := &http.Transport{
		MaxConnsPerHost:       8,
		MaxIdleConnsPerHost:   8,
		IdleConnTimeout:       time.Minute,
		TLSHandshakeTimeout:   time.Second,
		ResponseHeaderTimeout: time.Second,
	}
	set(t)
	return &http.Client{Timeout: time.Second, Transport: t}
}

func transport(dial func(ctx context.Context, network, addr string) (net.Conn, error)) *http.Client {
	return &http.Client{Timeout: time.Second, Transport: &http.Transport{
		MaxConnsPerHost:       8,
		MaxIdleConnsPerHost:   8,
		IdleConnTimeout:       time.Minute,
		TLSHandshakeTimeout:   time.Second,
		ResponseHeaderTimeout: time.Second,
		DialContext:           dial,
	}}
}

var keepAliveOnly = &http.Client{Timeout: time.Second, Transport: &http.Transport{ // want: missing-limits "dial"
	MaxConnsPerHost:       8,
	MaxIdleConnsPerHost:   8,
	IdleConnTimeout:       time.Minute,
	TLSHandshakeTimeout:   time.Second,
	ResponseHeaderTimeout: time.Second,
	DialContext:           (&net.Dialer{KeepAlive: time.Second}).DialContext,
}}

var zeroDialer = &http.Client{Timeout: time.Second, Transport: &http.Transport{ // want: missing-limits "dial"
	MaxConnsPerHost:       8,
	MaxIdleConnsPerHost:   8,
	IdleConnTimeout:       time.Minute,
	TLSHandshakeTimeout:   time.Second,
	ResponseHeaderTimeout: time.Second,
	DialContext:           new(net.Dialer).DialContext,
}}

var nilDialer = &http.Client{Timeout: time.Second, Transport: &http.Transport{ // want: missing-limits "dial"
	MaxConnsPerHost:       8,
	MaxIdleConnsPerHost:   8,
	IdleConnTimeout:       time.Minute,
	TLSHandshakeTimeout:   time.Second,
	ResponseHeaderTimeout: time.Second,
	DialContext:           nil,
}}

var d = net.Dialer{Timeout: time.Second}

// A method value of a dialer in a variable, and of one by pointer.
var (
	_ = transport(d.DialContext)
	_ = transport((&net.Dialer{Timeout: time.Second}).DialContext)
)

// The dialer's timeout comes later.
func later() *http.Client {
	d := &net.Dialer{}
	d.Timeout = time.Second
	return transport(d.DialContext)
}

// A function literal around a dialer with a timeout.
func around() *http.Client {
	d := &net.Dialer{Timeout: time.Second}
	return transport(func(ctx context.Context, network, addr string) (net.Conn, error) {
		return d.DialContext(ctx, "tcp4", addr)
	})
}

// A function literal that bounds dialing itself: reslint never guesses.
func itself() *http.Client {
	return transport(func(ctx context.Context, network, addr string) (net.Conn, error) {
		return net.DialTimeout(network, addr, time.Second)
	})
}

func dial(ctx context.Context, network, addr string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return new(net.Dialer).DialContext(ctx, network, addr)
}

// A function of the package.
var _ = transport(dial)

// The older field bounds the same phase.
var _ = with(func(t *http.Transport) { t.Dial = (&net.Dialer{Timeout: time.Second}).Dial })

// Connections over TLS are dialed and handshaken by a dialer of their own.
var _ = with(func(t *http.Transport) {
	t.DialTLSContext = (&tls.Dialer{NetDialer: &net.Dialer{Timeout: time.Second}}).DialContext
	t.DialContext = (&net.Dialer{Timeout: time.Second}).DialContext
})

// The dialer of the settings.
func given(dial func(ctx context.Context, network, addr string) (net.Conn, error)) *http.Client {
	return transport(dial)
}

// A dialer of one's own for TLS bounds the handshake, and no other is made.
var _ = &http.Client{Timeout: time.Second, Transport: &http.Transport{
	MaxConnsPerHost:       8,
	MaxIdleConnsPerHost:   8,
	IdleConnTimeout:       time.Minute,
	ResponseHeaderTimeout: time.Second,
	DialContext:           (&net.Dialer{Timeout: time.Second}).DialContext,
	DialTLSContext:        (&tls.Dialer{NetDialer: &net.Dialer{Timeout: time.Second}}).DialContext,
}}
