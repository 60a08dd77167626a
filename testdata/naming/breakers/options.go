package breakers

import "github.com/sony/gobreaker/v2"

type options struct {
	name string
	max  uint32
}

type option func(*options)

type setting interface{ apply(*options) }

func withName(name string) option { return func(o *options) { o.name = name } }

// What the options of its callers say is not known here.
func Optioned(opts ...option) *gobreaker.CircuitBreaker[any] {
	o := options{name: "default"}
	for _, opt := range opts {
		opt(&o)
	}
	return gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: o.name, MaxRequests: o.max})
}

// Options may be methods of an interface, and the name may be missing without them.
func Set(opts ...setting) *gobreaker.CircuitBreaker[any] {
	o := &options{max: 3}
	for _, opt := range opts {
		opt.apply(o)
	}
	return gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: o.name, MaxRequests: o.max})
}

func optioned(opts ...option) *gobreaker.CircuitBreaker[any] {
	o := options{name: "default"}
	for _, opt := range opts {
		opt(&o)
	}
	return gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: o.name, MaxRequests: o.max})
}

type parcelAdapter struct {
	breaker *gobreaker.CircuitBreaker[any]
}

// The only caller names it.
func newParcelAdapter() *parcelAdapter { return &parcelAdapter{optioned(withName("parcel"))} }

// Nothing has the options in hand before they are read, so that the name is what they say.
func defaults(opts ...option) *gobreaker.CircuitBreaker[any] {
	o := options{name: "default"}
	b := gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: o.name, MaxRequests: o.max}) // want: breaker-name "default"
	for _, opt := range opts {
		opt(&o)
	}
	return b
}
