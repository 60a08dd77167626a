// Package health answers an orchestrator's probes. Readiness includes the external systems, from a cache, so that a probe
// every second does not become a call every second; liveness does not, because restarting this process heals no other
// system.
package health

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/reslint/reslint/runtime/unit"
)

// What a Config means by zero.
const (
	// DefaultTTL is how long the result of a probe is used.
	DefaultTTL = 30 * time.Second
	// DefaultTimeout bounds a probe.
	DefaultTimeout = 2 * time.Second
)

// A Probe is a light request that tells whether a system can be used. It is an ordinary call of the unit: it takes a
// permit, counts for the breaker, and is rejected when the breaker is open, which is an answer as well.
type Probe struct {
	// Unit is the system's. Nil is an error.
	Unit *unit.Unit
	// Method is GET or HEAD. Empty means HEAD; another is an error.
	Method string
	// Path is what is asked for, and starts with "/". Empty means "/". Any answer below 500 is healthy: the system is
	// there.
	Path string
	// Optional says that the service can do its work without the system: it is shown, and does not make the service
	// unready.
	Optional bool
}

// Config describes a checker.
type Config struct {
	// Probes has one probe for each system; none is an error.
	Probes []Probe
	// TTL is how long a result is used before the system is asked again. Zero means 30 s; negative is an error.
	TTL time.Duration
	// Timeout bounds a probe, besides the unit's own timeouts. Zero means 2 s; one that is not over unit.Reserve, of which
	// a call could use nothing, is an error.
	Timeout time.Duration
}

// A Status is what is known of a system.
type Status struct {
	// Healthy says that the last probe got an answer below 500.
	Healthy bool `json:"healthy"`
	// Optional is that of the probe.
	Optional bool `json:"optional,omitempty"`
	// Breaker is the state of the breaker now.
	Breaker string `json:"breaker"`
	// Reason says why the system is not healthy, without addresses: "timeout", "open", "busy", "status 503",
	// "unreachable", "closed", "not checked".
	Reason string `json:"reason,omitempty"`
	// Checked is the time of the last probe.
	Checked time.Time `json:"checked"`
}

// A Checker knows how the systems are. Its methods are safe for concurrent use.
type Checker struct {
	ttl     time.Duration
	timeout time.Duration
	systems []*system
}

// New returns a checker that has not asked any system yet.
func New(c Config) (*Checker, error) {
	if c.TTL == 0 {
		c.TTL = DefaultTTL
	}
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	if c.TTL < 0 || c.Timeout <= unit.Reserve {
		return nil, fmt.Errorf("health: TTL %v, timeout %v", c.TTL, c.Timeout)
	}
	if len(c.Probes) == 0 {
		return nil, errors.New("health: no probe")
	}
	k := &Checker{ttl: c.TTL, timeout: c.Timeout}
	for _, p := range c.Probes {
		s, err := newSystem(p)
		if err != nil {
			return nil, err
		}
		k.systems = append(k.systems, s)
	}
	return k, nil
}

func newSystem(p Probe) (*system, error) {
	if p.Unit == nil {
		return nil, errors.New("health: a probe without unit")
	}
	if p.Method == "" {
		p.Method = http.MethodHead
	}
	if p.Path == "" {
		p.Path = "/"
	}
	if p.Method != http.MethodHead && p.Method != http.MethodGet {
		return nil, fmt.Errorf("health: %s is probed with %s, which is not light", p.Unit.Name(), p.Method)
	}
	if _, err := p.Unit.NewRequest(context.Background(), p.Method, p.Path, nil); err != nil {
		return nil, fmt.Errorf("health: %w", err)
	}
	return &system{probe: p}, nil
}

// Check returns the status of every system under its name. A system whose last result is older than the TTL is asked
// again, by one probe however many ask; who asks meanwhile gets the last result at once. Check blocks only for a system
// that has never answered yet, until its first probe or ctx ends.
func (k *Checker) Check(ctx context.Context) map[string]Status {
	all := make(map[string]Status, len(k.systems))
	for _, s := range k.systems {
		s.refresh(k.ttl, k.timeout) // all at once
	}
	for _, s := range k.systems {
		all[s.probe.Unit.Name()] = s.status(ctx)
	}
	return all
}

// Ready answers 200 when every system that is not optional is healthy, and else 503, with the status of all of them as
// JSON. It says why in general words only.
func (k *Checker) Ready() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := struct {
			Ready   bool              `json:"ready"`
			Systems map[string]Status `json:"systems"`
		}{true, k.Check(r.Context())}
		for _, s := range answer.Systems {
			answer.Ready = answer.Ready && (s.Healthy || s.Optional)
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		if !answer.Ready {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_ = json.NewEncoder(w).Encode(answer) // the client has gone
	})
}

// Live answers 200 as long as the process can answer at all. It looks at no system.
func Live() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusOK)
	})
}

// A system is the cache of one probe.
type system struct {
	probe Probe

	mu      sync.Mutex
	last    Status
	running chan struct{} // closed when the probe that runs is over; nil when none runs
}

// refresh starts a probe if the last result is too old and none runs.
func (s *system) refresh(ttl, timeout time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running != nil || !s.last.Checked.IsZero() && time.Since(s.last.Checked) < ttl {
		return
	}
	s.running = make(chan struct{})
	go s.run(timeout)
}

// run makes one probe. It does not hang on the request that caused it: its result is for all.
func (s *system) run(timeout time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	status := Status{Reason: "unreachable"}
	defer func() { // whatever happens in an observer or transport
		s.mu.Lock()
		defer s.mu.Unlock()
		status.Checked = time.Now()
		s.last = status
		close(s.running)
		s.running = nil
	}()
	status = s.ask(ctx)
}

func (s *system) ask(ctx context.Context) Status {
	req, err := s.probe.Unit.NewRequest(ctx, s.probe.Method, s.probe.Path, nil)
	if err != nil {
		return Status{Reason: "unreachable"}
	}
	resp, err := s.probe.Unit.Do(req)
	if err != nil {
		return Status{Reason: reason(err)}
	}
	defer resp.Body.Close()
	if resp.StatusCode >= http.StatusInternalServerError {
		return Status{Reason: unit.StatusError(resp.StatusCode).Error()}
	}
	return Status{Healthy: true}
}

func reason(err error) string {
	switch {
	case errors.Is(err, unit.ErrOpen):
		return "open"
	case errors.Is(err, unit.ErrBusy):
		return "busy"
	case errors.Is(err, unit.ErrTimeout):
		return "timeout"
	case errors.Is(err, unit.ErrClosed):
		return "closed"
	}
	return "unreachable"
}

// status returns the last result, and waits for the first.
func (s *system) status(ctx context.Context) Status {
	s.mu.Lock()
	first := s.running
	known := !s.last.Checked.IsZero()
	s.mu.Unlock()
	if !known && first != nil {
		select {
		case <-first:
		case <-ctx.Done():
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	status := s.last
	if status.Checked.IsZero() {
		status.Reason = "not checked"
	}
	status.Optional = s.probe.Optional
	status.Breaker = s.probe.Unit.State().String()
	return status
}
