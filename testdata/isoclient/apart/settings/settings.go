// Package settings shares settings, which are values.
package settings

import (
	"net/http"
	"time"

	"example.com/fixtures/isoclient/kit"
)

type Config struct {
	Timeout time.Duration
	Conns   int
}

func build(c Config) *http.Client {
	t := kit.Transport()
	t.MaxConnsPerHost = c.Conns
	return &http.Client{Timeout: c.Timeout, Transport: t}
}

// One Config value, two clients.
func wire() {
	cfg := Config{Timeout: time.Second, Conns: 8}
	_, _ = build(cfg).Get("https://hooks.slack.com")
	_, _ = build(cfg).Get("https://events.pagerduty.com")
}

var shared = &Config{Timeout: time.Second}

type unit struct {
	cfg    *Config
	client *http.Client
}

func newUnit(cfg *Config) *unit { return &unit{cfg: cfg, client: build(*cfg)} }

// The settings behind a pointer are shared, the clients are not.
func pointers() {
	a, b := newUnit(shared), newUnit(shared)
	_, _ = a.client.Get("https://hooks.slack.com")
	_, _ = b.client.Get("https://events.pagerduty.com")
}
