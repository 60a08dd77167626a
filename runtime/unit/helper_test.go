package unit_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reslint/reslint/runtime/settings"
	"github.com/reslint/reslint/runtime/unit"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func section() settings.System {
	return settings.System{
		BaseURL: "http://sber.example.com", MaxConcurrent: 4, MaxConnections: 5, MaxKeepaliveConnections: 4,
		ConnectTimeout: 2 * time.Second, ReadTimeout: 10 * time.Second, TotalTimeout: 15 * time.Second,
	}
}

func newUnit(t testing.TB, s settings.System, observers ...unit.Observer) *unit.Unit {
	t.Helper()
	return newUnitWith(t, s, unit.Options{Observers: observers})
}

func newUnitWith(t testing.TB, s settings.System, o unit.Options) *unit.Unit {
	t.Helper()
	u, err := unit.New("sber", s, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = u.Close(ctx)
	})
	return u
}

// A recorder remembers what a unit told it.
type recorder struct {
	mu          sync.Mutex
	calls       []unit.CallInfo
	transitions []unit.Transition
}

func (r *recorder) ObserveCall(c unit.CallInfo) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls = append(r.calls, c)
}

func (r *recorder) ObserveTransition(t unit.Transition) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.transitions = append(r.transitions, t)
}

func (r *recorder) outcomes() []unit.Outcome {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []unit.Outcome
	for _, c := range r.calls {
		all = append(all, c.Outcome)
	}
	return all
}

func (r *recorder) states() []unit.State {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []unit.State
	for _, t := range r.transitions {
		all = append(all, t.To)
	}
	return all
}

var errBoom = errors.New("boom")

func ok(context.Context) error   { return nil }
func fail(context.Context) error { return errBoom }

// times makes the call n times, one after the other.
func times(t *testing.T, n int, u *unit.Unit, fn func(context.Context) error) {
	t.Helper()
	for range n {
		_ = u.Call(t.Context(), fn)
	}
}

func wantState(t *testing.T, u *unit.Unit, want unit.State) {
	t.Helper()
	if got := u.State(); got != want {
		t.Errorf("the breaker is %v, want %v", got, want)
	}
}

func wantIdle(t *testing.T, u *unit.Unit) {
	t.Helper()
	if n := u.InFlight(); n != 0 {
		t.Errorf("%d permits are taken", n)
	}
}

func wantOutcomes(t *testing.T, r *recorder, want ...unit.Outcome) {
	t.Helper()
	if got := r.outcomes(); !slices.Equal(got, want) {
		t.Errorf("outcomes %v, want %v", got, want)
	}
}

// A pipeNet is a network in memory, so that time in a test with servers can be that of testing/synctest.
type pipeNet struct{ conns chan net.Conn }

func newPipeNet(t *testing.T, h http.Handler) *pipeNet {
	t.Helper()
	p := &pipeNet{conns: make(chan net.Conn)}
	srv := &http.Server{Handler: h}
	done := make(chan struct{})
	ln := &pipeListener{net: p, done: done}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = srv.Serve(ln)
	}()
	t.Cleanup(func() {
		_ = srv.Close()
		<-served
	})
	return p
}

func (p *pipeNet) configure(tr *http.Transport) {
	tr.Proxy = nil
	tr.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
		here, there := net.Pipe()
		select {
		case p.conns <- there:
			return here, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

type pipeListener struct {
	net  *pipeNet
	done chan struct{}
	once sync.Once
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.net.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.done) })
	return nil
}

func (l *pipeListener) Addr() net.Addr { return &net.TCPAddr{} }
