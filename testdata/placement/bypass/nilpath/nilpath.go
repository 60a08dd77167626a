// Package nilpath has adapters whose breaker may be switched off.
package nilpath

import (
	"net/http"

	"github.com/sony/gobreaker/v2"
)

type Sber struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
	enabled bool
}

func (s *Sber) get() (*http.Response, error) { return s.client.Get("https://sber.example") }

// no finding: the call stands where the breaker is nil
func (s *Sber) Early() (*http.Response, error) {
	if s.breaker == nil {
		return s.get()
	}
	return s.breaker.Execute(s.get)
}

// no finding: the same, the other way round
func (s *Sber) Else() (*http.Response, error) {
	if s.breaker != nil {
		return s.breaker.Execute(s.get)
	} else {
		return s.get()
	}
}

// no finding: what follows is where it is nil
func (s *Sber) Fallthrough() (*http.Response, error) {
	if s.breaker != nil {
		return s.breaker.Execute(s.get)
	}
	return s.get()
}

// no finding: nil is written first
func (s *Sber) Yoda() (*http.Response, error) {
	if nil == s.breaker {
		return s.get()
	}
	return s.breaker.Execute(s.get)
}

// no finding: a switch
func (s *Sber) Switch() (*http.Response, error) {
	switch {
	case s.breaker == nil:
		return s.get()
	default:
		return s.breaker.Execute(s.get)
	}
}

// no finding: a local variable
func (s *Sber) Local() (*http.Response, error) {
	if b := s.breaker; b != nil {
		return b.Execute(s.get)
	}
	return s.get()
}

// no finding: the variable is chosen by the breaker
func (s *Sber) Chosen() (*http.Response, error) {
	call := s.get
	if s.breaker != nil {
		inner := call
		call = func() (*http.Response, error) { return s.breaker.Execute(inner) }
	}
	return call()
}

func (s *Sber) on() bool { return s.breaker != nil }

// no finding: a helper says whether it is nil
func (s *Sber) Asked() (*http.Response, error) {
	if !s.on() {
		return s.get()
	}
	return s.breaker.Execute(s.get)
}

// Wrong calls around it where it is not nil.
func (s *Sber) Wrong() (*http.Response, error) { // want: bypassed-wrapper
	if s.breaker != nil {
		return s.get()
	}
	return nil, nil
}

// Flag is switched off by something else than the breaker.
func (s *Sber) Flag() (*http.Response, error) { // want: bypassed-wrapper
	if s.enabled {
		return s.breaker.Execute(s.get)
	}
	return s.get()
}

// Both joins the flag to the check: with the flag off, the breaker is gone around.
func (s *Sber) Both() (*http.Response, error) { // want: bypassed-wrapper
	if s.enabled && s.breaker != nil {
		return s.breaker.Execute(s.get)
	}
	return s.get()
}

// no finding: nil, or something more on the path that is nil anyway
func (s *Sber) And() (*http.Response, error) {
	if s.breaker == nil && s.enabled {
		return s.get()
	}
	return s.breaker.Execute(s.get)
}

// OpenState asks for the state: an open breaker stops it, and no outcome is recorded.
func (s *Sber) OpenState() (*http.Response, error) { // want: bypassed-wrapper
	if s.breaker.State() == gobreaker.StateOpen {
		return nil, gobreaker.ErrOpenState
	}
	return s.get()
}

// Hosts has a breaker for each of some hosts.
type Hosts struct {
	client   *http.Client
	breakers map[string]*gobreaker.CircuitBreaker[*http.Response]
}

func (h *Hosts) get(host string) (*http.Response, error) { return h.client.Get("https://" + host) }

// no finding: the host has no breaker
func (h *Hosts) Get(host string) (*http.Response, error) {
	breaker, ok := h.breakers[host]
	if !ok {
		return h.get(host)
	}
	return breaker.Execute(func() (*http.Response, error) { return h.get(host) })
}

// no finding: the same, the other way round
func (h *Hosts) Found(host string) (*http.Response, error) {
	if breaker, found := h.breakers[host]; found {
		return breaker.Execute(func() (*http.Response, error) { return h.get(host) })
	}
	return h.get(host)
}

// Turned calls where there is a breaker.
func (h *Hosts) Turned(host string) (*http.Response, error) { // want: bypassed-wrapper
	breaker, ok := h.breakers[host]
	if ok {
		return h.get(host)
	}
	return breaker.Execute(func() (*http.Response, error) { return h.get(host) })
}

// Other looks into a map of something else.
func (h *Hosts) Other(host string, known map[string]bool) (*http.Response, error) { // want: bypassed-wrapper
	if _, ok := known[host]; !ok {
		return h.get(host)
	}
	return h.breakers[host].Execute(func() (*http.Response, error) { return h.get(host) })
}
