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
