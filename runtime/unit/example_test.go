package unit_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/reslint/reslint/runtime/settings"
	"github.com/reslint/reslint/runtime/unit"
)

// exampleSystem stands for an external system: it pays, and it does not find refunds.
func exampleSystem() *httptest.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /pay", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "paid") })
	return httptest.NewServer(mux)
}

func exampleSettings(url string) settings.System {
	return settings.System{
		BaseURL: url, MaxConcurrent: 8, MaxConnections: 10, MaxKeepaliveConnections: 8,
		ConnectTimeout: 2 * time.Second, ReadTimeout: 10 * time.Second, TotalTimeout: 15 * time.Second,
	}
}

func exampleUnit(url string, o unit.Options) *unit.Unit {
	u, err := unit.New("sber", exampleSettings(url), o)
	if err != nil {
		panic(err)
	}
	return u
}

func ExampleUnit() {
	srv := exampleSystem()
	defer srv.Close()
	u, err := unit.New("sber", exampleSettings(srv.URL), unit.Options{})
	if err != nil {
		panic(err)
	}
	defer u.Close(context.Background())

	req, err := u.NewRequest(context.Background(), http.MethodGet, "/pay", nil)
	if err != nil {
		panic(err)
	}
	resp, err := u.Do(req)
	if err != nil {
		panic(err)
	}
	defer resp.Body.Close() // gives the permit back
	fmt.Println(resp.Status, u.State())
	// Output: 200 OK closed
}

// A generated client gets the unit's client, and its calls get the unit around them.
func ExampleUnit_Call() {
	srv := exampleSystem()
	defer srv.Close()
	u := exampleUnit(srv.URL, unit.Options{})
	defer u.Close(context.Background())
	generated := u.Client()

	err := u.Call(context.Background(), func(ctx context.Context) error {
		req, err := u.NewRequest(ctx, http.MethodGet, "/refund", nil)
		if err != nil {
			return err
		}
		resp, err := generated.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return unit.StatusError(resp.StatusCode)
		}
		return nil
	})
	fmt.Println(err)
	// Output: sber: status 404
}

func ExampleError() {
	u := exampleUnit("http://sber.example.com", unit.Options{})
	_ = u.Close(context.Background())
	err := u.Call(context.Background(), func(context.Context) error { return nil })
	var e *unit.Error
	if errors.As(err, &e) && errors.Is(err, unit.ErrClosed) {
		fmt.Println(e.System, "is closed")
	}
	// Output: sber is closed
}

func ExampleStatusError() {
	err := fmt.Errorf("register: %w", unit.StatusError(http.StatusConflict))
	fmt.Println(err, unit.Retryable(err))
	// Output: register: status 409 false
}

func ExampleState() {
	u := exampleUnit("http://sber.example.com", unit.Options{})
	defer u.Close(context.Background())
	for range settings.DefaultMinCalls {
		_ = u.Call(context.Background(), func(context.Context) error { return errors.New("reset by peer") })
	}
	fmt.Println(u.State())
	fmt.Println(u.Call(context.Background(), func(context.Context) error { return nil }))
	// Output:
	// open
	// sber: breaker rejects calls: circuit breaker is open
}

func ExampleOutcome() {
	for _, o := range unit.Outcomes() {
		if o.Failed() {
			fmt.Print(o, " ")
		}
	}
	// Output: slow server_error failure timeout panic
}

// printing is an observer.
type printing struct{}

func (printing) ObserveCall(c unit.CallInfo) { fmt.Println(c.System, c.Outcome) }
func (printing) ObserveTransition(t unit.Transition) {
	fmt.Println(t.System, "breaker:", t.From, "to", t.To)
}

func ExampleObserver() {
	u := exampleUnit("http://sber.example.com", unit.Options{Observers: []unit.Observer{printing{}}})
	defer u.Close(context.Background())
	_ = u.Call(context.Background(), func(context.Context) error { return nil })
	// Output: sber success
}

func ExampleTransition() {
	printing{}.ObserveTransition(unit.Transition{System: "sber", From: unit.Closed, To: unit.Open})
	// Output: sber breaker: closed to open
}

func ExampleCallInfo() {
	printing{}.ObserveCall(unit.CallInfo{System: "sber", Outcome: unit.Busy})
	// Output: sber busy
}

// labels is a tracer.
type labels struct{}

func (labels) Start(ctx context.Context, system string, breaker unit.State) (context.Context, func(unit.CallInfo, error)) {
	return ctx, func(c unit.CallInfo, err error) { fmt.Println(system, breaker, c.Outcome, err) }
}

func ExampleTracer() {
	u := exampleUnit("http://sber.example.com", unit.Options{Tracer: labels{}})
	defer u.Close(context.Background())
	_ = u.Call(context.Background(), func(context.Context) error { return nil })
	// Output: sber closed success <nil>
}

// TLS and proxy settings go into the transport; its limits stay those of the settings.
func ExampleOptions() {
	u := exampleUnit("http://sber.example.com", unit.Options{
		Transport: func(t *http.Transport) { t.Proxy = nil; t.MaxConnsPerHost = 1000 },
	})
	defer u.Close(context.Background())
	fmt.Println(u.Client().Transport.(*http.Transport).MaxConnsPerHost)
	// Output: 10
}
