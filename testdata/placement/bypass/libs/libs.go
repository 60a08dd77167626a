// Package libs has breakers of several libraries.
package libs

import (
	"context"
	"net/http"

	"github.com/afex/hystrix-go/hystrix"
	"github.com/cep21/circuit/v4"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/bulkhead"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/marusama/semaphore/v2"
)

// Sber holds a policy and runs through failsafe's functions.
type Sber struct {
	client *http.Client
	policy circuitbreaker.CircuitBreaker[*http.Response]
}

// no finding: an executor of the policy runs the call
func (s *Sber) Register() (*http.Response, error) {
	return failsafe.With[*http.Response](s.policy).Get(func() (*http.Response, error) { return s.client.Get("https://sber.example") })
}

// no finding: the executor is a variable
func (s *Sber) Status() (*http.Response, error) {
	ex := failsafe.With[*http.Response](s.policy)
	return ex.GetWithExecution(func(failsafe.Execution[*http.Response]) (*http.Response, error) {
		return s.client.Get("https://sber.example/status")
	})
}

func (s *Sber) Refund() (*http.Response, error) { // want: bypassed-wrapper
	return s.client.Get("https://sber.example/refund")
}

// Receipt holds an executor: its policies are known in the constructor only.
type Receipt struct {
	client   *http.Client
	executor failsafe.Executor[*http.Response]
}

func NewReceipt(c *http.Client) *Receipt {
	return &Receipt{client: c, executor: failsafe.With[*http.Response](circuitbreaker.NewWithDefaults[*http.Response](), bulkhead.New[*http.Response](8))}
}

// no finding: the executor runs the call
func (r *Receipt) Issue(ctx context.Context) (*http.Response, error) {
	return r.executor.WithContext(ctx).Get(func() (*http.Response, error) { return r.client.Get("https://receipt.example") })
}

// Insurance holds a failsafe bulkhead.
type Insurance struct {
	client *http.Client
	limit  bulkhead.Bulkhead[any]
}

// no finding: a permit is acquired
func (i *Insurance) Buy(ctx context.Context) (*http.Response, error) {
	if err := i.limit.AcquirePermit(ctx); err != nil {
		return nil, err
	}
	defer i.limit.ReleasePermit()
	return i.client.Get("https://insurance.example")
}

func (i *Insurance) Cancel(context.Context) (*http.Response, error) { // want: bypassed-wrapper
	return i.client.Get("https://insurance.example/cancel")
}

// Bank holds a circuit of cep21.
type Bank struct {
	client  *http.Client
	circuit *circuit.Circuit
}

// no finding: the circuit runs the call
func (b *Bank) Pay(ctx context.Context) error {
	return b.circuit.Execute(ctx, func(context.Context) error {
		_, err := b.client.Get("https://bank.example")
		return err
	}, nil)
}

// no finding: the circuit runs the call
func (b *Bank) Run(ctx context.Context) error {
	return b.circuit.Run(ctx, func(context.Context) error {
		_, err := b.client.Get("https://bank.example")
		return err
	})
}

func (b *Bank) Refund(context.Context) error { // want: bypassed-wrapper
	_, err := b.client.Get("https://bank.example")
	return err
}

// Hystrix holds nothing: the breakers are known by name.
type Hystrix struct{ client *http.Client }

// no finding: the command runs the call
func (h *Hystrix) Get() error {
	return hystrix.Do("bank", func() error {
		_, err := h.client.Get("https://bank.example")
		return err
	}, nil)
}

// no finding: the type holds no breaker
func (h *Hystrix) Raw() error {
	_, err := h.client.Get("https://bank.example/raw")
	return err
}

// Mixed holds a breaker and uses another library's by name.
type Mixed struct {
	client  *http.Client
	circuit *circuit.Circuit
}

// no finding: the circuit runs the call
func (m *Mixed) Get(ctx context.Context) error {
	return m.circuit.Run(ctx, func(context.Context) error {
		_, err := m.client.Get("https://mixed.example")
		return err
	})
}

// no finding: a command is known by its name, and which system it stands for is not certain
func (m *Mixed) Other() error {
	return hystrix.Do("mixed", func() error {
		_, err := m.client.Get("https://mixed.example")
		return err
	}, nil)
}

// Retrying has an executor that only tries again.
type Retrying struct {
	client *http.Client
	retry  failsafe.Executor[*http.Response]
}

func NewRetrying(c *http.Client) *Retrying {
	return &Retrying{client: c, retry: failsafe.With(retrypolicy.NewWithDefaults[*http.Response]()).WithContext(context.Background())}
}

// no finding: the executor enters nothing
func (r *Retrying) Get() (*http.Response, error) {
	return r.retry.Get(func() (*http.Response, error) { return r.client.Get("https://retrying.example") })
}

// no finding: there is no breaker to go around
func (r *Retrying) Post() (*http.Response, error) {
	return r.client.Post("https://retrying.example", "", nil)
}

// Bounded has an executor that is composed of a bulkhead and of what only tries again.
type Bounded struct {
	client *http.Client
	exec   failsafe.Executor[*http.Response]
}

func NewBounded(c *http.Client) *Bounded {
	b := &Bounded{client: c}
	b.exec = failsafe.With(policies()...).OnFailure(func(failsafe.ExecutionDoneEvent[*http.Response]) {})
	return b
}

func policies() []failsafe.Policy[*http.Response] {
	return []failsafe.Policy[*http.Response]{retrypolicy.NewWithDefaults[*http.Response](), bulkhead.New[*http.Response](8)}
}

// no finding: the executor runs the call
func (b *Bounded) Get() failsafe.ExecutionResult[*http.Response] {
	return b.exec.GetAsyncWithExecution(func(failsafe.Execution[*http.Response]) (*http.Response, error) {
		return b.client.Get("https://bounded.example")
	})
}

func (b *Bounded) Post() (*http.Response, error) { // want: bypassed-wrapper "around the bulkhead of"
	return b.client.Post("https://bounded.example", "", nil)
}

// Given has an executor that somebody else made.
type Given struct {
	client *http.Client
	exec   failsafe.Executor[*http.Response]
}

func NewGiven(c *http.Client, exec failsafe.Executor[*http.Response]) *Given { return &Given{c, exec} }

// no finding: the executor runs the call
func (g *Given) Get() (*http.Response, error) {
	return g.exec.Get(func() (*http.Response, error) { return g.client.Get("https://given.example") })
}

// no finding: the executor may do no more than try again
func (g *Given) Post() (*http.Response, error) {
	return g.client.Post("https://given.example", "", nil)
}

// Some has a breaker and a bulkhead.
type Some struct {
	client  *http.Client
	breaker circuitbreaker.CircuitBreaker[any]
	limit   bulkhead.Bulkhead[any]
}

func (s *Some) get() error {
	_, err := s.client.Get("https://some.example")
	return err
}

// no finding: both are composed
func (s *Some) All() error { return failsafe.With[any](s.breaker).Compose(s.limit).Run(s.get) }

func (s *Some) One() error { return failsafe.With[any](s.breaker).Run(s.get) } // want: bypassed-wrapper "around the bulkhead of"

// no finding: which policies are in the list is not known
func (s *Some) List(more []failsafe.Policy[any]) error {
	return failsafe.With(append(more, s.breaker)...).Run(s.get)
}

// Requests sends through failsafe's requests.
type Requests struct {
	client  *http.Client
	breaker circuitbreaker.CircuitBreaker[*http.Response]
}

// no finding: the request is sent through the breaker
func (r *Requests) Do(req *http.Request) (*http.Response, error) {
	return failsafehttp.NewRequest(req, r.client, r.breaker).Do()
}

// no finding: the request is sent through an executor of the breaker
func (r *Requests) Exec(req *http.Request) (*http.Response, error) {
	return failsafehttp.NewRequestWithExecutor(req, r.client, failsafe.With[*http.Response](r.breaker)).Do()
}

func (r *Requests) Raw(req *http.Request) (*http.Response, error) { // want: bypassed-wrapper
	return r.client.Do(req)
}

// Resizable has a semaphore of marusama.
type Resizable struct {
	client *http.Client
	sem    semaphore.Semaphore
}

// no finding: a permit is acquired
func (r *Resizable) Get(ctx context.Context) (*http.Response, error) {
	if err := r.sem.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer r.sem.Release(1)
	return r.client.Get("https://resizable.example")
}

// no finding: a permit is acquired, or the call is not made
func (r *Resizable) Try() (*http.Response, error) {
	if !r.sem.TryAcquire(1) {
		return nil, context.DeadlineExceeded
	}
	defer r.sem.Release(1)
	return r.client.Get("https://resizable.example")
}

func (r *Resizable) Raw() (*http.Response, error) { // want: bypassed-wrapper
	return r.client.Get("https://resizable.example/raw")
}

// Late gives the permit back before it calls.
func (r *Resizable) Late() (*http.Response, error) { // want: bypassed-wrapper
	if !r.sem.TryAcquire(1) {
		return nil, context.DeadlineExceeded
	}
	r.sem.Release(1)
	return r.client.Get("https://resizable.example/late")
}
