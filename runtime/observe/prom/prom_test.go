package prom_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/reslint/reslint/runtime/observe/prom"
	"github.com/reslint/reslint/runtime/settings"
	"github.com/reslint/reslint/runtime/unit"
)

func newUnit(t testing.TB, o unit.Observer) *unit.Unit {
	t.Helper()
	u, err := unit.New("sber", settings.System{
		BaseURL: "http://sber.example.com", MaxConcurrent: 1, MaxConnections: 2, MaxKeepaliveConnections: 1,
		ConnectTimeout: time.Second, ReadTimeout: 2 * time.Second, TotalTimeout: 3 * time.Second,
	}, unit.Options{Observers: []unit.Observer{o}})
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestCollector(t *testing.T) {
	t.Parallel()
	c := prom.New(prom.Config{})
	u := newUnit(t, c)
	if err := c.Watch(u); err != nil {
		t.Fatal(err)
	}
	if err := c.Watch(u); !errors.Is(err, prom.ErrWatched) {
		t.Errorf("got %v", err)
	}
	ctx := t.Context()
	_ = u.Call(ctx, func(ctx context.Context) error {
		_ = u.Call(ctx, func(context.Context) error { return nil }) // finds the only permit taken
		want := "# HELP bulkhead_in_flight Permits of the bulkhead that are taken.\n# TYPE bulkhead_in_flight gauge\n" +
			"bulkhead_in_flight{system=\"sber\"} 1\n"
		if err := testutil.CollectAndCompare(c, strings.NewReader(want), "bulkhead_in_flight"); err != nil {
			t.Error(err)
		}
		return nil
	})
	for range 9 { // with the success before them, ten calls
		_ = u.Call(ctx, func(context.Context) error { return unit.StatusError(500) })
	}
	_ = u.Call(ctx, func(context.Context) error { return nil }) // rejected
	want := `
# HELP bulkhead_in_flight Permits of the bulkhead that are taken.
# TYPE bulkhead_in_flight gauge
bulkhead_in_flight{system="sber"} 0
# HELP bulkhead_limit Permits of the bulkhead.
# TYPE bulkhead_limit gauge
bulkhead_limit{system="sber"} 1
# HELP bulkhead_rejected_total Calls that found the bulkhead full.
# TYPE bulkhead_rejected_total counter
bulkhead_rejected_total{system="sber"} 1
# HELP circuit_breaker_state State of the circuit breaker: 0 closed, 1 half-open, 2 open.
# TYPE circuit_breaker_state gauge
circuit_breaker_state{system="sber"} 2
# HELP circuit_breaker_transitions_total Changes of the circuit breaker's state.
# TYPE circuit_breaker_transitions_total counter
circuit_breaker_transitions_total{system="sber",to="open"} 1
`
	if err := testutil.CollectAndCompare(c, strings.NewReader(want), "bulkhead_in_flight", "bulkhead_limit",
		"bulkhead_rejected_total", "circuit_breaker_state", "circuit_breaker_transitions_total"); err != nil {
		t.Error(err)
	}
	checkCalls(t, c)
}

// checkCalls compares the counters of calls with what TestCollector did.
func checkCalls(t *testing.T, c *prom.Collector) {
	t.Helper()
	registry := prometheus.NewPedanticRegistry()
	if err := registry.Register(c); err != nil {
		t.Fatal(err)
	}
	outcomes := map[string]float64{}
	durations := uint64(0)
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			switch f.GetName() {
			case "outbound_calls_total":
				outcomes[m.GetLabel()[0].GetValue()] = m.GetCounter().GetValue()
			case "outbound_call_duration_seconds":
				durations = m.GetHistogram().GetSampleCount()
			}
		}
	}
	if outcomes["success"] != 1 || outcomes["server_error"] != 9 || outcomes["busy"] != 1 || outcomes["open"] != 1 ||
		outcomes["timeout"] != 0 || len(outcomes) != len(unit.Outcomes()) || durations != 10 {
		t.Errorf("%v, %d durations", outcomes, durations)
	}
}

func TestLint(t *testing.T) {
	t.Parallel()
	c := prom.New(prom.Config{Namespace: "payments", Buckets: []float64{0.1, 1}})
	c.ObserveCall(unit.CallInfo{System: "sber"})
	problems, err := testutil.CollectAndLint(c)
	if err != nil || len(problems) > 0 {
		t.Errorf("%v, %v", problems, err)
	}
}

func BenchmarkObserveCall(b *testing.B) {
	c := prom.New(prom.Config{})
	b.ReportAllocs()
	for b.Loop() {
		c.ObserveCall(unit.CallInfo{System: "sber", Outcome: unit.Success, Duration: time.Millisecond})
	}
}

func ExampleCollector() {
	collector := prom.New(prom.Config{})
	registry := prometheus.NewRegistry()
	registry.MustRegister(collector)
	u, err := unit.New("sber", settings.System{
		BaseURL: "http://sber.example.com", MaxConcurrent: 8, MaxConnections: 10, MaxKeepaliveConnections: 8,
		ConnectTimeout: time.Second, ReadTimeout: 2 * time.Second, TotalTimeout: 3 * time.Second,
	}, unit.Options{Observers: []unit.Observer{collector}})
	if err != nil {
		panic(err)
	}
	if err := collector.Watch(u); err != nil {
		panic(err)
	}
	_ = u.Call(context.Background(), func(context.Context) error { return nil })
	families, err := registry.Gather()
	fmt.Println(len(families) > 0, err)
	// Output: true <nil>
}

func ExampleConfig() {
	c := prom.New(prom.Config{Namespace: "payments", Buckets: []float64{0.01, 0.1, 1, 10}})
	c.ObserveTransition(unit.Transition{System: "sber", To: unit.Open})
	fmt.Println(testutil.CollectAndCount(c, "payments_circuit_breaker_transitions_total"))
	// Output: 1
}
