package nethttp

import (
	"context"
	"net/http"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"
)

type key struct{}

// More has handlers that look like something else.
type More struct {
	payments    payments
	breaker     *gobreaker.CircuitBreaker[any]
	paymentsSem *semaphore.Weighted
	limit       *semaphore.Weighted
	slots       chan struct{}
	client      *http.Client
	policy      circuitbreaker.CircuitBreaker[any]
}

func NewMore(n int) *More { return &More{slots: make(chan struct{}, n)} }

// Derived gives its request another context, and does not pass it on.
func (m *More) Derived(w http.ResponseWriter, r *http.Request) {
	r = r.WithContext(context.WithValue(r.Context(), key{}, "pay"))
	_, _ = m.breaker.Execute(func() (any, error) { return nil, m.payments.Register(r.Context()) }) // want: wrapper-in-handler
}

// Port takes the permit that is named after the port.
func (m *More) Port(w http.ResponseWriter, r *http.Request) {
	if !m.paymentsSem.TryAcquire(1) { // want: wrapper-in-handler
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	defer m.paymentsSem.Release(1)
	_ = m.payments.Register(r.Context())
}

// no finding: a limit of the requests that this service takes, whatever they do
func (m *More) Inbound(w http.ResponseWriter, r *http.Request) {
	if !m.limit.TryAcquire(1) {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	defer m.limit.Release(1)
	_ = m.payments.Register(r.Context())
}

// no finding: the client is told that it asks too often
func (m *More) TooMany(w http.ResponseWriter, r *http.Request) {
	if !m.limit.TryAcquire(1) {
		w.WriteHeader(http.StatusTooManyRequests)
		return
	}
	defer m.limit.Release(1)
	_, _ = m.client.Get("https://sber.example")
}

// Slots is a bulkhead that is a channel.
func (m *More) Slots(w http.ResponseWriter, r *http.Request) {
	select {
	case m.slots <- struct{}{}: // want: wrapper-in-handler
		defer func() { <-m.slots }()
	default:
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	_, _ = m.client.Get("https://sber.example")
}

// Async enters in a goroutine that the handler starts.
func (m *More) Async(w http.ResponseWriter, r *http.Request) {
	ctx := context.WithoutCancel(r.Context())
	go func() {
		_, _ = m.breaker.Execute(func() (any, error) { return nil, m.payments.Register(ctx) }) // want: wrapper-in-handler
	}()
}

func (m *More) Executor(w http.ResponseWriter, r *http.Request) {
	_ = failsafe.With[any](m.policy).Run(func() error { return m.payments.Register(r.Context()) }) // want: wrapper-in-handler
}

// no finding: it tries again, and has no breaker
func (m *More) Retries(w http.ResponseWriter, r *http.Request) {
	_ = failsafe.With[any](retrypolicy.NewWithDefaults[any]()).Run(func() error { return m.payments.Register(r.Context()) })
}

// guard is called by handlers only: it is a piece of them.
func guard(b *gobreaker.CircuitBreaker[any], call func() error) error {
	_, err := b.Execute(func() (any, error) { return nil, call() }) // want: wrapper-in-handler
	return err
}

func (m *More) Guarded(w http.ResponseWriter, r *http.Request) {
	_ = guard(m.breaker, func() error { return m.payments.Register(r.Context()) })
}

// no finding: a transport of a proxy is no handler, and where it stands is right
type breaking struct {
	base    http.RoundTripper
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func (b *breaking) RoundTrip(r *http.Request) (*http.Response, error) {
	return b.breaker.Execute(func() (*http.Response, error) { return b.base.RoundTrip(r) })
}

// no finding: the database is the breaker's mistake, and wrapper-on-local names it
func (s *Server) Local(w http.ResponseWriter, r *http.Request) {
	_, _ = s.breaker.Execute(func() (any, error) { return s.db.ExecContext(r.Context(), "DELETE FROM orders") }) // want: wrapper-on-local
}

// Guard is a wrapper type, for adapters.
type Guard struct {
	breaker *gobreaker.CircuitBreaker[any]
}

// no finding: what the function does that it runs is its caller's business
func (g *Guard) Run(call func() error) error {
	_, err := g.breaker.Execute(func() (any, error) { return nil, call() })
	return err
}

// Wrapped enters it.
func (m *More) Wrapped(w http.ResponseWriter, r *http.Request, g *Guard) {
	_ = g.Run(func() error { return m.payments.Register(r.Context()) }) // want: wrapper-in-handler
}

// no finding: the database is the mistake
func (s *Server) WrappedLocal(w http.ResponseWriter, r *http.Request, g *Guard) {
	_ = g.Run(func() error { // want: wrapper-on-local
		_, err := s.db.ExecContext(r.Context(), "DELETE FROM orders")
		return err
	})
}

// twice runs a function again, and has no breaker.
type twice struct{}

func (twice) Run(call func() error) error {
	if err := call(); err != nil {
		return call()
	}
	return nil
}

// no finding: nothing is entered
func (m *More) Again(w http.ResponseWriter, r *http.Request, t twice) {
	_ = t.Run(func() error { return m.payments.Register(r.Context()) })
}

// adapter is no wrapper: it calls the system itself, and a function chooses what of the answer is kept.
type adapter struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[any]
}

func (a *adapter) Each(use func(*http.Response) error) error {
	_, err := a.breaker.Execute(func() (any, error) {
		resp, err := a.client.Get("https://sber.example")
		if err != nil {
			return nil, err
		}
		return nil, use(resp)
	})
	return err
}

// no finding: the breaker is entered in the adapter
func (m *More) Adapter(w http.ResponseWriter, r *http.Request, a *adapter) {
	_ = a.Each(func(resp *http.Response) error { return resp.Body.Close() })
}
