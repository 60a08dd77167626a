package fields

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type doer interface {
	Do(*http.Request) (*http.Response, error)
}

var shared doer = kit.Client()

// Vendor has two addresses of one domain, unless somebody says otherwise.
type Vendor struct {
	Client doer
	api    string
	events string
}

type Option func(*Vendor)

func WithAPI(url string) Option { return func(v *Vendor) { v.api = url } }

func NewVendor(opts ...Option) *Vendor {
	v := Vendor{Client: shared, api: "https://api.vendor.com", events: "https://events.vendor.com"}
	for _, opt := range opts {
		opt(&v)
	}
	return &v
}

func (v *Vendor) Me() { v.get(v.api, "/me") }

func (v *Vendor) Event() { v.get(v.events, "/event") }

func (v *Vendor) get(base, path string) {
	if req, err := http.NewRequest(http.MethodGet, base+path, nil); err == nil {
		_, _ = v.Client.Do(req)
	}
}

// Two has addresses of two domains.
type Two struct {
	Client doer
	api    string
	events string
}

func NewTwo() *Two {
	return &Two{Client: other, api: "https://api.vendor.com", events: "https://events.pagerduty.com"}
}

var other doer = kit.Client() // want: shared-client:error "pagerduty.com" "vendor.com"

func (t *Two) Me() { t.get(t.api, "/me") }

func (t *Two) Event() { t.get(t.events, "/event") }

func (t *Two) get(base, path string) {
	if req, err := http.NewRequest(http.MethodGet, base+path, nil); err == nil {
		_, _ = t.Client.Do(req)
	}
}
