// Package prom shows units as Prometheus metrics:
//
//	circuit_breaker_state{system}                 0 closed, 1 half-open, 2 open
//	circuit_breaker_transitions_total{system,to}  changes of state
//	bulkhead_in_flight{system}                    permits taken
//	bulkhead_limit{system}                        permits there are
//	bulkhead_rejected_total{system}               calls that found no permit
//	outbound_calls_total{system,outcome}          calls by their end, rejected ones included
//	outbound_call_duration_seconds{system}        calls that were made, from the permit to the end
package prom

import (
	"errors"
	"fmt"
	"sync"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reslint/reslint/runtime/unit"
)

// Config describes a collector. The zero value is ready to use.
type Config struct {
	// Namespace is put before every name, with an underscore. Empty puts nothing.
	Namespace string
	// Buckets are the upper bounds of the duration histogram, in seconds. Nil means prometheus.DefBuckets.
	Buckets []float64
}

// A Collector is an observer of units and a prometheus.Collector. Hand it to the units as an observer, show it the units
// with Watch, and register it once. Its methods are safe for concurrent use.
type Collector struct {
	state, inFlight, limit *prometheus.Desc
	transitions            *prometheus.CounterVec
	rejected               *prometheus.CounterVec
	calls                  *prometheus.CounterVec
	durations              *prometheus.HistogramVec

	mu      sync.RWMutex
	units   []*unit.Unit
	systems map[string]*system
}

// A system has the counters of one system at hand, so that a call costs no look-up by label.
type system struct {
	calls    map[unit.Outcome]prometheus.Counter
	rejected prometheus.Counter
	duration prometheus.Observer
}

// New returns a collector without units.
func New(c Config) *Collector {
	name := func(s string) string { return prometheus.BuildFQName(c.Namespace, "", s) }
	desc := func(n, help string) *prometheus.Desc {
		return prometheus.NewDesc(name(n), help, []string{"system"}, nil)
	}
	counter := func(n, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name(n), Help: help}, labels)
	}
	if c.Buckets == nil {
		c.Buckets = prometheus.DefBuckets
	}
	return &Collector{
		state:       desc("circuit_breaker_state", "State of the circuit breaker: 0 closed, 1 half-open, 2 open."),
		inFlight:    desc("bulkhead_in_flight", "Permits of the bulkhead that are taken."),
		limit:       desc("bulkhead_limit", "Permits of the bulkhead."),
		transitions: counter("circuit_breaker_transitions_total", "Changes of the circuit breaker's state.", "system", "to"),
		rejected:    counter("bulkhead_rejected_total", "Calls that found the bulkhead full.", "system"),
		calls:       counter("outbound_calls_total", "Calls by how they ended.", "system", "outcome"),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: name("outbound_call_duration_seconds"), Help: "Duration of the calls that were made.", Buckets: c.Buckets,
		}, []string{"system"}),
		systems: map[string]*system{},
	}
}

// ErrWatched says that a unit of the same name is watched already.
var ErrWatched = errors.New("is watched already")

// Watch adds units whose state and permits are shown. The error wraps ErrWatched; units before the one that it names have
// been added.
func (c *Collector) Watch(units ...*unit.Unit) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, u := range units {
		for _, other := range c.units {
			if other.Name() == u.Name() {
				return fmt.Errorf("prom: %s %w", u.Name(), ErrWatched)
			}
		}
		c.units = append(c.units, u)
	}
	return nil
}

// ObserveCall counts the call.
func (c *Collector) ObserveCall(i unit.CallInfo) {
	s := c.system(i.System)
	if counter := s.calls[i.Outcome]; counter != nil {
		counter.Inc()
	}
	if i.Outcome == unit.Busy {
		s.rejected.Inc()
	}
	if i.Outcome.Made() {
		s.duration.Observe(i.Duration.Seconds())
	}
}

// ObserveTransition counts the transition.
func (c *Collector) ObserveTransition(t unit.Transition) {
	c.transitions.WithLabelValues(t.System, t.To.String()).Inc()
}

func (c *Collector) system(name string) *system {
	c.mu.RLock()
	s := c.systems[name]
	c.mu.RUnlock()
	if s != nil {
		return s
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.systems[name]; s != nil {
		return s
	}
	s = &system{
		calls:    map[unit.Outcome]prometheus.Counter{},
		rejected: c.rejected.WithLabelValues(name),
		duration: c.durations.WithLabelValues(name),
	}
	for _, o := range unit.Outcomes() { // from zero, so that rates know when they begin
		s.calls[o] = c.calls.WithLabelValues(name, o.String())
	}
	c.systems[name] = s
	return s
}

func (c *Collector) collectors() []prometheus.Collector {
	return []prometheus.Collector{c.transitions, c.rejected, c.calls, c.durations}
}

// Describe implements prometheus.Collector.
func (c *Collector) Describe(ch chan<- *prometheus.Desc) {
	ch <- c.state
	ch <- c.inFlight
	ch <- c.limit
	for _, part := range c.collectors() {
		part.Describe(ch)
	}
}

// Collect implements prometheus.Collector. It asks every unit for its state, outside the collector's lock.
func (c *Collector) Collect(ch chan<- prometheus.Metric) {
	c.mu.RLock()
	units := append([]*unit.Unit(nil), c.units...)
	c.mu.RUnlock()
	gauge := func(d *prometheus.Desc, u *unit.Unit, v int) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(v), u.Name())
	}
	for _, u := range units {
		gauge(c.state, u, int(u.State()))
		gauge(c.inFlight, u, u.InFlight())
		gauge(c.limit, u, u.Settings().MaxConcurrent)
	}
	for _, part := range c.collectors() {
		part.Collect(ch)
	}
}
