package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/reslint/reslint/runtime/pipeline"
	"github.com/reslint/reslint/runtime/registry"
	"github.com/reslint/reslint/runtime/settings"
	"github.com/reslint/reslint/runtime/unit"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var errBoom = errors.New("boom")

// A ledger remembers how every item ended.
type ledger struct {
	mu      sync.Mutex
	results map[int][]pipeline.Result[int]
}

func (l *ledger) done(r pipeline.Result[int]) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.results == nil {
		l.results = map[int][]pipeline.Result[int]{}
	}
	l.results[r.Item] = append(l.results[r.Item], r)
}

func (l *ledger) only(t *testing.T, item int) pipeline.Result[int] {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.results[item]) != 1 {
		t.Fatalf("item %d ended %d times", item, len(l.results[item]))
	}
	return l.results[item][0]
}

// wait returns the results once there are n: after a shutdown that had no time, a Done may still be on its way.
func (l *ledger) wait(n int) map[int][]pipeline.Result[int] {
	for range 500 {
		l.mu.Lock()
		results := maps.Clone(l.results)
		l.mu.Unlock()
		if len(results) >= n {
			return results
		}
		time.Sleep(10 * time.Millisecond)
	}
	return nil
}

func start(t *testing.T, c pipeline.Config[int]) *pipeline.Pipeline[int] {
	t.Helper()
	p, err := pipeline.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func submit(t *testing.T, p *pipeline.Pipeline[int], items ...int) {
	t.Helper()
	for _, i := range items {
		if err := p.Submit(t.Context(), i); err != nil {
			t.Fatal(err)
		}
	}
}

func shutdown(t *testing.T, p *pipeline.Pipeline[int], d time.Duration) ([]pipeline.Returned[int], error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	return p.Shutdown(ctx)
}

func wantBalance(t *testing.T, p *pipeline.Pipeline[int]) {
	t.Helper()
	if s := p.Stats(); s.Accepted != s.Succeeded+s.Failed+s.Returned || s.Running != 0 && s.Returned == 0 || s.Queued != 0 {
		t.Errorf("the accounts do not balance: %+v", s)
	}
}

func TestDrain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, closed := &ledger{}, false
		p := start(t, pipeline.Config[int]{
			Queue: 10, Workers: 2, Done: l.done,
			Handle: func(_ context.Context, i int) error {
				time.Sleep(time.Second)
				if closed {
					t.Error("closed before drained")
				}
				if i == 3 {
					return errBoom
				}
				return nil
			},
			Close: func(context.Context) error { closed = true; return nil },
		})
		submit(t, p, 1, 2, 3, 4, 5)
		start := time.Now()
		returned, err := shutdown(t, p, time.Minute)
		if len(returned) != 0 || err != nil || !closed {
			t.Errorf("%v, %v, closed %v", returned, err, closed)
		}
		if took := time.Since(start); took != 3*time.Second {
			t.Errorf("took %v", took)
		}
		if r := l.only(t, 3); !errors.Is(r.Err, errBoom) || r.Attempts != 1 {
			t.Errorf("%+v", r)
		}
		if got, want := p.Stats(), (pipeline.Stats{Accepted: 5, Succeeded: 4, Failed: 1}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		if err := p.TrySubmit(6); !errors.Is(err, pipeline.ErrClosed) {
			t.Errorf("got %v", err)
		}
		if err := p.Submit(t.Context(), 6); !errors.Is(err, pipeline.ErrClosed) {
			t.Errorf("got %v", err)
		}
		if _, err := p.Shutdown(t.Context()); !errors.Is(err, pipeline.ErrClosed) {
			t.Errorf("a second shutdown: %v", err)
		}
	})
}

func TestFullQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		go1 := make(chan struct{})
		p := start(t, pipeline.Config[int]{Queue: 2, Workers: 1, Handle: func(context.Context, int) error { <-go1; return nil }})
		submit(t, p, 1)
		synctest.Wait() // the worker has it
		submit(t, p, 2, 3)
		if err := p.TrySubmit(4); !errors.Is(err, pipeline.ErrFull) {
			t.Errorf("got %v", err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := p.Submit(ctx, 4); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		if got, want := p.Stats(), (pipeline.Stats{Accepted: 3, Running: 1, Queued: 2}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		blocked := make(chan error, 1)
		go func() { blocked <- p.Submit(context.Background(), 5) }()
		synctest.Wait()
		time.AfterFunc(time.Second, func() { close(go1) })
		if returned, err := shutdown(t, p, time.Minute); len(returned) != 0 || err != nil {
			t.Errorf("%v, %v", returned, err)
		}
		if err := <-blocked; !errors.Is(err, pipeline.ErrClosed) {
			t.Errorf("a Submit that blocked: %v", err)
		}
		wantBalance(t, p)
	})
}

// Out of time: what runs is cancelled, what waits comes back untouched.
func TestReturned(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := &ledger{}
		p := start(t, pipeline.Config[int]{
			Queue: 10, Workers: 2, Done: l.done,
			Handle: func(ctx context.Context, _ int) error { <-ctx.Done(); return fmt.Errorf("cut: %w", ctx.Err()) },
		})
		submit(t, p, 1, 2, 3, 4, 5)
		synctest.Wait()
		start := time.Now()
		returned, err := shutdown(t, p, 10*time.Second)
		if err != nil {
			t.Error(err)
		}
		if took := time.Since(start); took != 9*time.Second { // a second is kept for the rest
			t.Errorf("took %v", took)
		}
		slices.SortFunc(returned, func(a, b pipeline.Returned[int]) int { return a.Item - b.Item })
		for i, r := range returned {
			started := i < 2
			if r.Item != i+1 || r.Running || (r.Attempts == 1) != started || errors.Is(r.Err, context.Canceled) != started {
				t.Errorf("%+v", r)
			}
		}
		if len(returned) != 5 || len(l.results) != 0 {
			t.Errorf("%d returned, %d done", len(returned), len(l.results))
		}
		wantBalance(t, p)
	})
}

// A handler that does not heed its context: the shutdown ends in time, and what it does later counts no more.
func TestStuckHandler(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, stuck := &ledger{}, make(chan struct{})
		p := start(t, pipeline.Config[int]{
			Queue: 10, Workers: 1, Done: l.done, Grace: time.Second,
			Handle: func(context.Context, int) error { <-stuck; return nil },
			Close:  func(ctx context.Context) error { return ctx.Err() },
		})
		submit(t, p, 1, 2, 3)
		synctest.Wait()
		start := time.Now()
		returned, err := shutdown(t, p, 5*time.Second)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		if took := time.Since(start); took != 5*time.Second {
			t.Errorf("took %v", took)
		}
		running := 0
		for _, r := range returned {
			if r.Running {
				running++
				if r.Item != 1 || r.Attempts != 1 {
					t.Errorf("%+v", r)
				}
			}
		}
		if len(returned) != 3 || running != 1 {
			t.Errorf("%+v", returned)
		}
		close(stuck)
		synctest.Wait()
		if len(l.results) != 0 {
			t.Errorf("an item was returned and done: %v", l.results)
		}
		if got, want := p.Stats(), (pipeline.Stats{Accepted: 3, Returned: 3}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
}

func TestShutdownWithoutTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := start(t, pipeline.Config[int]{
			Queue: 100, Workers: 1,
			Handle: func(ctx context.Context, _ int) error { <-ctx.Done(); return ctx.Err() },
		})
		for i := range 50 {
			submit(t, p, i)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		returned, _ := p.Shutdown(ctx)
		if len(returned) != 50 {
			t.Errorf("%d items came back", len(returned))
		}
		synctest.Wait()
		wantBalance(t, p)
	})
}

func TestRetry(t *testing.T) {
	t.Parallel()
	always := func(err error) func(int) error { return func(int) error { return err } }
	for name, c := range map[string]struct {
		policy   pipeline.Policy
		err      func(attempt int) error
		attempts int
		ok       bool
	}{
		"not idempotent":        {pipeline.Policy{Attempts: 3}, always(errBoom), 1, false},
		"idempotent":            {pipeline.Policy{Idempotent: true}, always(errBoom), 3, false},
		"never more than three": {pipeline.Policy{Idempotent: true, Attempts: 10}, always(errBoom), 3, false},
		"two":                   {pipeline.Policy{Idempotent: true, Attempts: 2}, always(errBoom), 2, false},
		"negative":              {pipeline.Policy{Idempotent: true, Attempts: -1}, always(errBoom), 1, false},
		"4xx":                   {pipeline.Policy{Idempotent: true}, always(unit.StatusError(409)), 1, false},
		"5xx":                   {pipeline.Policy{Idempotent: true}, always(unit.StatusError(502)), 3, false},
		"open breaker":          {pipeline.Policy{Idempotent: true}, always(&unit.Error{System: "sber", Reason: unit.ErrOpen}), 1, false},
		"full bulkhead":         {pipeline.Policy{Idempotent: true}, always(&unit.Error{System: "sber", Reason: unit.ErrBusy}), 3, false},
		"second time lucky": {pipeline.Policy{Idempotent: true}, func(n int) error {
			if n == 1 {
				return errBoom
			}
			return nil
		}, 2, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				l, n := &ledger{}, 0
				p := start(t, pipeline.Config[int]{
					Workers: 1, Done: l.done, Policy: func(int) pipeline.Policy { return c.policy },
					Handle: func(context.Context, int) error { n++; return c.err(n) },
				})
				submit(t, p, 1)
				if returned, err := shutdown(t, p, time.Minute); len(returned) > 0 || err != nil {
					t.Errorf("%v, %v", returned, err)
				}
				if r := l.only(t, 1); r.Attempts != c.attempts || n != c.attempts || (r.Err == nil) != c.ok {
					t.Errorf("%+v after %d attempts, want %d", r, n, c.attempts)
				}
			})
		})
	}
}

// Waits grow twofold, are shortened by half at most, and stay under the limit.
func TestBackoff(t *testing.T) {
	t.Parallel()
	seen := map[time.Duration]bool{}
	for range 50 {
		synctest.Test(t, func(t *testing.T) {
			var at []time.Time
			p := start(t, pipeline.Config[int]{
				Workers: 1,
				Policy: func(int) pipeline.Policy {
					return pipeline.Policy{Idempotent: true, BaseDelay: 100 * time.Millisecond, MaxDelay: 150 * time.Millisecond}
				},
				Handle: func(context.Context, int) error { at = append(at, time.Now()); return errBoom },
			})
			submit(t, p, 1)
			_, _ = shutdown(t, p, time.Minute)
			first, second := at[1].Sub(at[0]), at[2].Sub(at[1])
			if first < 50*time.Millisecond || first > 100*time.Millisecond || second < 75*time.Millisecond || second > 150*time.Millisecond {
				t.Errorf("waits of %v and %v", first, second)
			}
			seen[first] = true
		})
	}
	if len(seen) < 10 {
		t.Errorf("only %d different waits: no jitter", len(seen))
	}
}

// A wait between attempts does not outlast the shutdown.
func TestShutdownCutsAWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := start(t, pipeline.Config[int]{
			Workers: 1, Handle: func(context.Context, int) error { return errBoom },
			Policy: func(int) pipeline.Policy {
				return pipeline.Policy{Idempotent: true, BaseDelay: time.Hour, MaxDelay: time.Hour}
			},
		})
		submit(t, p, 1)
		synctest.Wait()
		returned, err := shutdown(t, p, time.Second)
		if len(returned) != 1 || returned[0].Attempts != 1 || !errors.Is(returned[0].Err, errBoom) || err != nil {
			t.Errorf("%+v, %v", returned, err)
		}
	})
}

// A panic and a Goexit fail their item and cost no worker.
func TestDyingWorkers(t *testing.T) {
	t.Parallel()
	l := &ledger{}
	p := start(t, pipeline.Config[int]{
		Queue: 1, Workers: 2, Done: l.done, Policy: func(int) pipeline.Policy { return pipeline.Policy{Idempotent: true} },
		Handle: func(_ context.Context, i int) error {
			switch i % 3 {
			case 0:
				panic(errBoom)
			case 1:
				runtime.Goexit()
			}
			return nil
		},
	})
	for i := range 300 {
		submit(t, p, i)
	}
	if returned, err := shutdown(t, p, 10*time.Second); len(returned) > 0 || err != nil {
		t.Errorf("%v, %v", returned, err)
	}
	for i := range 300 {
		r := l.only(t, i)
		var p *pipeline.PanicError
		switch i % 3 {
		case 0:
			if !errors.As(r.Err, &p) || !errors.Is(r.Err, errBoom) || len(p.Stack) == 0 {
				t.Errorf("%+v", r)
			}
		case 1:
			if !errors.Is(r.Err, pipeline.ErrGoexit) {
				t.Errorf("%+v", r)
			}
		default:
			if r.Err != nil {
				t.Errorf("%+v", r)
			}
		}
	}
	if got, want := p.Stats(), (pipeline.Stats{Accepted: 300, Succeeded: 100, Failed: 200}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// Shutdowns that race with submitters and workers, with time and without: the accounts balance as Shutdown returns.
func TestRacingShutdowns(t *testing.T) {
	t.Parallel()
	for round := range 300 {
		p := start(t, pipeline.Config[int]{
			Queue: round % 5, Workers: 4, Handle: func(ctx context.Context, _ int) error { runtime.Gosched(); return ctx.Err() },
		})
		var wg sync.WaitGroup
		for g := range 8 {
			wg.Go(func() {
				for {
					err := p.TrySubmit(g)
					if g%2 == 0 {
						err = errors.Join(err, p.Submit(context.Background(), g))
					}
					if errors.Is(err, pipeline.ErrClosed) {
						return
					}
					runtime.Gosched()
				}
			})
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		if round%2 == 0 {
			cancel()
		}
		for range round % 7 {
			runtime.Gosched()
		}
		returned, _ := p.Shutdown(ctx)
		cancel()
		if s := p.Stats(); s.Accepted != s.Succeeded+s.Failed+s.Returned || s.Returned != len(returned) {
			t.Errorf("round %d: %+v, %d returned", round, s, len(returned))
		}
		wg.Wait()
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	handle := func(context.Context, int) error { return nil }
	for _, c := range []pipeline.Config[int]{
		{Workers: 0, Handle: handle}, {Workers: 1}, {Queue: -1, Workers: 1, Handle: handle}, {Workers: 1, Handle: handle, Grace: -1},
	} {
		if _, err := pipeline.New(c); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
}

// hits counts the requests for each item at the system.
type hits struct {
	mu   sync.Mutex
	byID map[int]int
}

func (h *hits) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.Atoi(r.URL.Query().Get("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	h.mu.Lock()
	h.byID[id]++
	h.mu.Unlock()
	switch id % 100 {
	case 7:
		http.Error(w, "conflict", http.StatusConflict)
	case 8:
		time.Sleep(5 * time.Millisecond)
	}
}

// Ten thousand items, a real system, a shutdown in the middle: every accepted item is done exactly once or returned.
func TestShutdownUnderLoad(t *testing.T) {
	t.Parallel()
	for _, c := range []load{
		{"no time", 0, 500, 8},
		{"some time", 500 * time.Millisecond, 10_000, 1},
		{"time enough", 30 * time.Second, 500, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			shutdownUnderLoad(t, c)
		})
	}
}

// A load is 10,000 items and a shutdown once one of share has been submitted by the first producer.
type load struct {
	name     string
	deadline time.Duration
	queue    int
	share    int
}

func shutdownUnderLoad(t *testing.T, c load) {
	system := &hits{byID: map[int]int{}}
	srv := httptest.NewServer(system)
	defer srv.Close()
	reg, u := loadUnit(t, srv.URL)
	l := &ledger{}
	p := start(t, pipeline.Config[int]{
		Queue: c.queue, Workers: 8, Done: l.done, Close: reg.Close,
		Handle: func(ctx context.Context, i int) error { return send(ctx, u, i) },
	})
	const producers, each = 4, 2500
	var accepted [producers * each]atomic.Bool
	var wg sync.WaitGroup
	begin := make(chan struct{})
	for g := range producers {
		wg.Go(func() {
			for i := range each {
				id := g*each + i
				if err := p.Submit(context.Background(), id); err != nil {
					return
				}
				accepted[id].Store(true)
				if g == 0 && i == each/c.share-1 {
					close(begin)
				}
			}
		})
	}
	<-begin
	returned, err := shutdown(t, p, c.deadline)
	wg.Wait()
	if err != nil && (c.deadline > time.Second || !errors.Is(err, context.DeadlineExceeded)) {
		t.Error(err)
	}
	srv.CloseClientConnections() // no request is under way any more
	s := p.Stats()
	results := l.wait(s.Succeeded + s.Failed)
	if s.Accepted != s.Succeeded+s.Failed+s.Returned || len(returned) != s.Returned || s.Succeeded+s.Failed != len(results) {
		t.Errorf("the accounts do not balance: %+v, %d returned, %d done", s, len(returned), len(results))
	}
	if c.deadline > time.Second && (s.Returned > 0 || s.Failed == 0) {
		t.Errorf("with time enough: %+v", s)
	}
	back := map[int]pipeline.Returned[int]{}
	for _, r := range returned {
		back[r.Item] = r
	}
	system.mu.Lock()
	defer system.mu.Unlock()
	for id := range accepted {
		checkItem(t, id, accepted[id].Load(), back, results[id], system.byID[id])
	}
	t.Logf("%+v", s)
}

// checkItem compares what the producer, the pipeline and the system know of one item.
func checkItem(t *testing.T, id int, accepted bool, back map[int]pipeline.Returned[int], done []pipeline.Result[int], hits int) {
	t.Helper()
	r, returned := back[id]
	ends := len(done)
	if returned {
		ends++
	}
	if accepted != (ends == 1) || !accepted && ends != 0 {
		t.Errorf("item %d: accepted %v, %d ends", id, accepted, ends)
	}
	switch {
	case hits > 1:
		t.Errorf("item %d reached the system %d times", id, hits)
	case len(done) == 1 && hits != 1:
		t.Errorf("item %d is done and never reached the system: %v", id, done[0].Err)
	case returned && r.Attempts == 0 && hits != 0, !accepted && hits != 0:
		t.Errorf("item %d reached the system though nobody tried", id)
	}
}

func loadUnit(t *testing.T, url string) (*registry.Registry, *unit.Unit) {
	t.Helper()
	reg, err := registry.New(registry.Config{DatabasePool: 40})
	if err != nil {
		t.Fatal(err)
	}
	u, err := reg.Register("sber", settings.System{
		BaseURL: url, MaxConcurrent: 8, MaxConnections: 10, MaxKeepaliveConnections: 8,
		ConnectTimeout: time.Second, ReadTimeout: 5 * time.Second, TotalTimeout: 10 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return reg, u
}

func send(ctx context.Context, u *unit.Unit, id int) error {
	req, err := u.NewRequest(ctx, http.MethodPost, "/send?id="+strconv.Itoa(id), nil)
	if err != nil {
		return err
	}
	resp, err := u.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	if resp.StatusCode != http.StatusOK {
		return unit.StatusError(resp.StatusCode)
	}
	return nil
}
