// Package sber labels its metrics and spans.
package sber

import (
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/attribute"
)

var calls = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "calls_total"}, []string{"system", "result"})

var (
	right     = calls.MustCurryWith(prometheus.Labels{"system": "sber"})
	longer    = calls.MustCurryWith(prometheus.Labels{"system": "sber-refunds"}) // one of the system's own
	wrong     = calls.MustCurryWith(prometheus.Labels{"system": "receipt"})      // want: unit-name "metric label system" "receipt"
	mistyped  = calls.MustCurryWith(prometheus.Labels{"system": "sbr"})          // want: unit-name "did you mean" "sber"
	otherKey  = calls.MustCurryWith(prometheus.Labels{"result": "receipt"})      // the value of another label
	plainMap  = map[string]string{"system": "receipt"}                           // no labels
	spanRight = attribute.String("external.system", "sber")
	spanWrong = attribute.String("external.system", "receipt") // want: unit-name "attribute external.system"
	component = attribute.String("component", "receipt")       // says nothing of systems
)

func logged(system string) {
	slog.Info("call", "external.system", "sber")
	slog.Info("call", "external.system", "receipt") // want: unit-name
	slog.Info("call", "external.system", system)    // known at run time only
	slog.Info("receipt", "event", "external.system")
}

var _ = []any{right, longer, wrong, mistyped, otherKey, plainMap, spanRight, spanWrong, component, logged}
