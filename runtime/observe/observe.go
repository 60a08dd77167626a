// Package observe tells people what the units do. Log writes transitions of breakers to a slog.Logger; the sub-packages
// prom and trace hold what needs Prometheus and OpenTelemetry, so that services without them do not build them.
package observe

import (
	"context"
	"log/slog"

	"github.com/reslint/reslint/runtime/unit"
)

// A Logger writes one line at level WARN for every transition of a breaker: closing again is worth knowing as well. It
// does not log calls.
type Logger struct{ log *slog.Logger }

// Log returns an observer that writes to l. Nil means slog.Default at the time of each line.
func Log(l *slog.Logger) Logger { return Logger{l} }

// ObserveTransition logs the transition with the attributes system, from and to.
func (l Logger) ObserveTransition(t unit.Transition) {
	log := l.log
	if log == nil {
		log = slog.Default()
	}
	log.LogAttrs(context.Background(), slog.LevelWarn, "circuit breaker changed state",
		slog.String("system", t.System), slog.String("from", t.From.String()), slog.String("to", t.To.String()))
}

// ObserveCall does nothing: calls are for metrics and traces.
func (Logger) ObserveCall(unit.CallInfo) {}
