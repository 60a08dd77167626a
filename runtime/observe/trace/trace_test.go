package trace_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	oteltrace "go.opentelemetry.io/otel/trace"

	"github.com/reslint/reslint/runtime/observe/trace"
	"github.com/reslint/reslint/runtime/settings"
	"github.com/reslint/reslint/runtime/unit"
)

func newUnit(t testing.TB, url string) (*unit.Unit, *tracetest.SpanRecorder) {
	t.Helper()
	recorder := tracetest.NewSpanRecorder()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(recorder))
	u, err := unit.New("sber", settings.System{
		BaseURL: url, MaxConcurrent: 8, MaxConnections: 10, MaxKeepaliveConnections: 8,
		ConnectTimeout: time.Second, ReadTimeout: 2 * time.Second, TotalTimeout: 3 * time.Second,
	}, unit.Options{Tracer: trace.New(provider)})
	if err != nil {
		t.Fatal(err)
	}
	return u, recorder
}

func attributes(s sdktrace.ReadOnlySpan) map[string]string {
	all := map[string]string{}
	for _, a := range s.Attributes() {
		all[string(a.Key)] = a.Value.AsString()
	}
	return all
}

func TestSpans(t *testing.T) {
	t.Parallel()
	u, recorder := newUnit(t, "http://sber.example.com")
	_ = u.Call(t.Context(), func(ctx context.Context) error {
		if !oteltrace.SpanContextFromContext(ctx).IsValid() {
			t.Error("the call has no span in its context")
		}
		return nil
	})
	for range 10 {
		_ = u.Call(t.Context(), func(context.Context) error { return unit.StatusError(503) })
	}
	_ = u.Call(t.Context(), func(context.Context) error { return nil })
	func() {
		defer func() { _ = recover() }()
		other, r := newUnit(t, "http://sber.example.com")
		recorder2 := r
		defer func() {
			if n := len(recorder2.Ended()); n != 1 {
				t.Errorf("%d spans ended after a panic", n)
			}
		}()
		_ = other.Call(t.Context(), func(context.Context) error { panic("boom") })
	}()
	ended := recorder.Ended()
	if len(ended) != 12 {
		t.Fatalf("%d spans", len(ended))
	}
	for i, want := range map[int]struct {
		state, outcome string
		code           codes.Code
	}{
		0: {"closed", "success", codes.Unset}, 1: {"closed", "server_error", codes.Error}, 11: {"open", "open", codes.Error},
	} {
		s := ended[i]
		a := attributes(s)
		if s.Name() != "call sber" || a["external.system"] != "sber" || a["circuit_breaker.state"] != want.state ||
			a["external.outcome"] != want.outcome || s.Status().Code != want.code || s.SpanKind() != oteltrace.SpanKindClient {
			t.Errorf("span %d: %s %v %v", i, s.Name(), a, s.Status())
		}
	}
}

// The span of a request lasts until its body is closed.
func TestSpanOfARequest(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "ok") }))
	defer srv.Close()
	u, recorder := newUnit(t, srv.URL)
	defer u.Close(context.Background())
	for _, send := range []func(*http.Request) (*http.Response, error){u.Do, u.Stream} {
		req, err := u.NewRequest(t.Context(), http.MethodGet, "/", nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := send(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
	}
	if n := len(recorder.Ended()); n != 2 {
		t.Errorf("%d spans ended", n)
	}
}

func ExampleTracer() {
	provider := sdktrace.NewTracerProvider()
	defer provider.Shutdown(context.Background())
	u, err := unit.New("sber", settings.System{
		BaseURL: "http://sber.example.com", MaxConcurrent: 8, MaxConnections: 10, MaxKeepaliveConnections: 8,
		ConnectTimeout: time.Second, ReadTimeout: 2 * time.Second, TotalTimeout: 3 * time.Second,
	}, unit.Options{Tracer: trace.New(provider)})
	if err != nil {
		panic(err)
	}
	_ = u.Call(context.Background(), func(ctx context.Context) error {
		fmt.Println(oteltrace.SpanContextFromContext(ctx).IsValid())
		return nil
	})
	// Output: true
}
