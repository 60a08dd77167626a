// Package gobreaker shares breakers of sony/gobreaker, both versions.
package gobreaker

import (
	"net/http"

	v1 "github.com/sony/gobreaker"
	"github.com/sony/gobreaker/v2"

	"example.com/fixtures/isoclient/kit"
)

type SberAdapter struct {
	client *http.Client
	cb     *v1.CircuitBreaker
}

func (a *SberAdapter) Pay() error {
	_, err := a.cb.Execute(func() (any, error) { return a.client.Get("https://api.sberbank.ru") })
	return err
}

type ReceiptAdapter struct {
	client *http.Client
	cb     *v1.CircuitBreaker
}

func (a *ReceiptAdapter) Print() error {
	_, err := a.cb.Execute(func() (any, error) { return a.client.Get("https://receipt.example.com") })
	return err
}

func first() (*SberAdapter, *ReceiptAdapter) {
	cb := v1.NewCircuitBreaker(v1.Settings{Name: "all"}) // want: shared-breaker
	return &SberAdapter{kit.Client(), cb}, &ReceiptAdapter{kit.Client(), cb}
}

var cb = gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{Name: "out"}) // want: shared-breaker

// The breaker is package-level and the clients are apart.
func slack(c *http.Client) {
	_, _ = cb.Execute(func() (*http.Response, error) { return c.Get("https://hooks.slack.com") })
}

func pager(c *http.Client) {
	_, _ = cb.Execute(func() (*http.Response, error) { return c.Get("https://events.pagerduty.com") })
}

func call() {
	slack(kit.Client())
	pager(kit.Client())
}

type twoStep struct {
	client *http.Client
	cb     *gobreaker.TwoStepCircuitBreaker[any]
}

func (t *twoStep) get(url string) {
	done, err := t.cb.Allow()
	if err != nil {
		return
	}
	_, err = t.client.Get(url)
	done(err)
}

func steps() {
	cb := gobreaker.NewTwoStepCircuitBreaker[any](gobreaker.Settings{}) // want: shared-breaker
	(&twoStep{kit.Client(), cb}).get("https://hooks.slack.com")
	(&twoStep{kit.Client(), cb}).get("https://events.pagerduty.com")
}

// The settings are shared, the breakers are not.
func settings() (*SberAdapter, *ReceiptAdapter) {
	s := v1.Settings{Name: "sber"}
	sber := v1.NewCircuitBreaker(s)
	s.Name = "receipt"
	return &SberAdapter{kit.Client(), sber}, &ReceiptAdapter{kit.Client(), v1.NewCircuitBreaker(s)}
}

// Two operations of one system.
func operations() {
	c := kit.Client()
	cb := gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{Name: "slack"})
	_, _ = cb.Execute(func() (*http.Response, error) { return c.Get("https://hooks.slack.com/a") })
	_, _ = cb.Execute(func() (*http.Response, error) { return c.Get("https://hooks.slack.com/b") })
}

var _, _ = first, settings
