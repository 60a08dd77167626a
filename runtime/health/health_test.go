package health_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reslint/reslint/runtime/health"
	"github.com/reslint/reslint/runtime/settings"
	"github.com/reslint/reslint/runtime/unit"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func newUnit(t testing.TB, name, url string) *unit.Unit {
	t.Helper()
	u, err := unit.New(name, settings.System{
		BaseURL: url, MaxConcurrent: 4, MaxConnections: 5, MaxKeepaliveConnections: 4,
		ConnectTimeout: 200 * time.Millisecond, ReadTimeout: 300 * time.Millisecond, TotalTimeout: 500 * time.Millisecond,
	}, unit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = u.Close(context.Background()) })
	return u
}

// A system is a server whose health can be changed, and that counts who asks.
type system struct {
	*httptest.Server
	status atomic.Int64
	hang   atomic.Pointer[chan struct{}]
	asked  atomic.Int64
	now    atomic.Int64
	most   atomic.Int64
}

func newSystem(t *testing.T) *system {
	t.Helper()
	s := &system{}
	s.status.Store(200)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		s.most.Store(max(s.most.Load(), s.now.Add(1)))
		defer s.now.Add(-1)
		if c := s.hang.Load(); c != nil {
			select {
			case <-*c:
			case <-r.Context().Done():
			}
		}
		w.WriteHeader(int(s.status.Load()))
	}))
	t.Cleanup(s.Close)
	return s
}

func newChecker(t *testing.T, c health.Config) *health.Checker {
	t.Helper()
	k, err := health.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestReadiness(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		status   int64
		optional bool
		want     int
		reason   string
	}{
		{"healthy", 200, false, 200, ""},
		{"an answer is an answer", 404, false, 200, ""},
		{"failing", 503, false, 503, "status 503"},
		{"failing, and not needed", 503, true, 200, "status 503"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newSystem(t)
			s.status.Store(c.status)
			k := newChecker(t, health.Config{Probes: []health.Probe{{Unit: newUnit(t, "sber", s.URL), Optional: c.optional}}})
			w := httptest.NewRecorder()
			k.Ready().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/ready", nil))
			var answer struct {
				Ready   bool
				Systems map[string]health.Status
			}
			if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
				t.Fatal(err)
			}
			got := answer.Systems["sber"]
			if w.Code != c.want || answer.Ready != (c.want == 200) || got.Reason != c.reason || got.Breaker != "closed" ||
				got.Optional != c.optional || got.Checked.IsZero() {
				t.Errorf("%d %s", w.Code, w.Body)
			}
			if strings.Contains(w.Body.String(), "127.0.0.1") {
				t.Errorf("the answer shows addresses: %s", w.Body)
			}
		})
	}
}

// However many ask, the system is asked once in a TTL, by one probe at a time.
func TestCache(t *testing.T) {
	t.Parallel()
	s := newSystem(t)
	hang := make(chan struct{})
	s.hang.Store(&hang)
	k := newChecker(t, health.Config{Probes: []health.Probe{{Unit: newUnit(t, "sber", s.URL)}}, TTL: time.Hour})
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if st := k.Check(context.Background())["sber"]; !st.Healthy {
				t.Errorf("%+v", st)
			}
		})
	}
	time.AfterFunc(20*time.Millisecond, func() { close(hang) })
	wg.Wait()
	s.status.Store(500)
	for range 50 {
		k.Check(t.Context())
	}
	if s.asked.Load() != 1 || s.most.Load() != 1 {
		t.Errorf("asked %d times, %d at once", s.asked.Load(), s.most.Load())
	}
}

// An old result is used while the system is asked again.
func TestStale(t *testing.T) {
	t.Parallel()
	s := newSystem(t)
	k := newChecker(t, health.Config{Probes: []health.Probe{{Unit: newUnit(t, "sber", s.URL)}}, TTL: time.Nanosecond})
	if !k.Check(t.Context())["sber"].Healthy {
		t.Fatal("not healthy")
	}
	hang := make(chan struct{})
	s.hang.Store(&hang)
	s.status.Store(500)
	start := time.Now()
	if !k.Check(t.Context())["sber"].Healthy {
		t.Error("the last result is not used")
	}
	if took := time.Since(start); took > 100*time.Millisecond {
		t.Errorf("waited %v for a system that hangs", took)
	}
	close(hang)
	s.hang.Store(nil)
	for range 200 {
		if !k.Check(t.Context())["sber"].Healthy {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the new result never comes")
}

func TestReasons(t *testing.T) {
	t.Parallel()
	hanging := newSystem(t)
	never := make(chan struct{})
	hanging.hang.Store(&never)
	gone := newSystem(t)
	gone.Close()
	closed := newUnit(t, "closed", "http://127.0.0.1:1")
	_ = closed.Close(t.Context())
	open := newUnit(t, "open", "http://127.0.0.1:1")
	for range 10 {
		_ = open.Call(t.Context(), func(context.Context) error { return fmt.Errorf("x") })
	}
	k := newChecker(t, health.Config{Timeout: 200 * time.Millisecond, Probes: []health.Probe{
		{Unit: newUnit(t, "timeout", hanging.URL)}, {Unit: newUnit(t, "unreachable", gone.URL)}, {Unit: closed}, {Unit: open},
	}})
	for name, st := range k.Check(t.Context()) {
		if st.Healthy || st.Reason != name {
			t.Errorf("%s: %+v", name, st)
		}
	}
	if b := k.Check(t.Context())["open"].Breaker; b != "open" {
		t.Errorf("breaker %s", b)
	}
}

// A caller that leaves does not wait, and does not spoil the result for others.
func TestCallerLeaves(t *testing.T) {
	t.Parallel()
	s := newSystem(t)
	hang := make(chan struct{})
	s.hang.Store(&hang)
	k := newChecker(t, health.Config{Probes: []health.Probe{{Unit: newUnit(t, "sber", s.URL)}}})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if st := k.Check(ctx)["sber"]; st.Healthy || st.Reason != "not checked" {
		t.Errorf("%+v", st)
	}
	close(hang)
	if st := k.Check(t.Context())["sber"]; !st.Healthy {
		t.Errorf("%+v", st)
	}
}

func TestLive(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	health.Live().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/live", nil))
	if w.Code != 200 {
		t.Errorf("status %d", w.Code)
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	u := newUnit(t, "sber", "http://127.0.0.1:1")
	probe := []health.Probe{{Unit: u}}
	for _, c := range []health.Config{
		{}, {Probes: []health.Probe{{}}}, {Probes: []health.Probe{{Unit: u, Method: "POST"}}},
		{Probes: []health.Probe{{Unit: u, Path: "health"}}}, {Probes: probe, TTL: -1}, {Probes: probe, Timeout: unit.Reserve},
	} {
		if _, err := health.New(c); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
}

func ExampleChecker() {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }))
	defer srv.Close()
	u, err := unit.New("sber", settings.System{
		BaseURL: srv.URL, MaxConcurrent: 8, MaxConnections: 10, MaxKeepaliveConnections: 8,
		ConnectTimeout: time.Second, ReadTimeout: 2 * time.Second, TotalTimeout: 3 * time.Second,
	}, unit.Options{})
	if err != nil {
		panic(err)
	}
	defer u.Close(context.Background())

	checker, err := health.New(health.Config{Probes: []health.Probe{{Unit: u, Path: "/health"}}})
	if err != nil {
		panic(err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /live", health.Live())
	mux.Handle("GET /ready", checker.Ready())
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/ready", nil))
	fmt.Println(w.Code)
	// Output: 200
}

func ExampleProbe() {
	_, err := health.New(health.Config{Probes: []health.Probe{{}}})
	fmt.Println(err)
	// Output: health: a probe without unit
}

func ExampleConfig() {
	_, err := health.New(health.Config{TTL: time.Minute})
	fmt.Println(err)
	// Output: health: no probe
}

func ExampleStatus() {
	text, _ := json.Marshal(health.Status{Breaker: "open", Reason: "open", Checked: time.Unix(0, 0).UTC()})
	fmt.Println(string(text))
	// Output: {"healthy":false,"breaker":"open","reason":"open","checked":"1970-01-01T00:00:00Z"}
}
