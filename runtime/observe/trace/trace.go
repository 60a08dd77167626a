// Package trace makes an OpenTelemetry span around every call of a unit, rejected calls included.
package trace

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/reslint/reslint/runtime/unit"
)

// The attributes of a span.
const (
	// System has the name of the unit.
	System = attribute.Key("external.system")
	// State has the state of the breaker when the call began: "closed", "half-open" or "open".
	State = attribute.Key("circuit_breaker.state")
	// Outcome has the outcome of the call, such as "success", "timeout" or "busy".
	Outcome = attribute.Key("external.outcome")
)

// scope is the name of the instrumentation.
const scope = "github.com/reslint/reslint/runtime/observe/trace"

// A Tracer makes a client span around every call. It is a unit.Tracer and safe for concurrent use.
type Tracer struct{ tracer trace.Tracer }

// New returns a tracer of the provider. Nil is a mistake and panics: otel.GetTracerProvider() is the process's.
func New(p trace.TracerProvider) Tracer { return Tracer{p.Tracer(scope)} }

// Start starts the span "call <system>". An outcome that is a failure, or a call that was not made, makes the span an
// error; an error message is recorded only where it is the unit's own, since others may hold addresses or secrets.
func (t Tracer) Start(ctx context.Context, system string, breaker unit.State) (context.Context, func(unit.CallInfo, error)) {
	ctx, span := t.tracer.Start(ctx, "call "+system, trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(System.String(system), State.String(breaker.String())))
	return ctx, func(c unit.CallInfo, _ error) {
		span.SetAttributes(Outcome.String(c.Outcome.String()))
		if c.Outcome.Failed() || !c.Outcome.Made() {
			span.SetStatus(codes.Error, c.Outcome.String())
		}
		span.End()
	}
}
