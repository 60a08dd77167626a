package failsafe

import (
	"net/http"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/bulkhead"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
)

type bingClient struct {
	exec failsafe.Executor[*http.Response]
}

type yandexClient struct {
	exec failsafe.Executor[*http.Response]
}

// Each has an executor, and both executors the one policy.
func heldTogether() (*bingClient, *yandexClient) {
	cb := circuitbreaker.NewWithDefaults[*http.Response]() // want: shared-breaker
	return &bingClient{exec: failsafe.With[*http.Response](cb)}, &yandexClient{exec: failsafe.With[*http.Response](cb)}
}

// The breakers are two, the bulkhead behind them is one.
func heldInPart() (*bingClient, *yandexClient) {
	bh := bulkhead.New[*http.Response](8) // want: shared-bulkhead
	return &bingClient{exec: failsafe.With[*http.Response](circuitbreaker.NewWithDefaults[*http.Response](), bh)},
		&yandexClient{exec: failsafe.With[*http.Response](circuitbreaker.NewWithDefaults[*http.Response](), bh)}
}

// A policy each.
func heldApart() (*bingClient, *yandexClient) {
	return &bingClient{exec: failsafe.With[*http.Response](circuitbreaker.NewWithDefaults[*http.Response]())},
		&yandexClient{exec: failsafe.With[*http.Response](circuitbreaker.NewWithDefaults[*http.Response]())}
}

var _, _, _ = heldTogether, heldInPart, heldApart
