// Package twostep has breakers that are asked and told.
package twostep

import (
	"errors"
	"net/http"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/sony/gobreaker/v2"
)

type Sber struct {
	client  *http.Client
	breaker *gobreaker.TwoStepCircuitBreaker[*http.Response]
}

// no finding: allowed, called, recorded
func (s *Sber) Register() (*http.Response, error) {
	done, err := s.breaker.Allow()
	if err != nil {
		return nil, err
	}
	resp, err := s.client.Get("https://sber.example")
	done(err)
	return resp, err
}

func (s *Sber) Refund() (*http.Response, error) { // want: bypassed-wrapper
	return s.client.Get("https://sber.example/refund")
}

// Early calls before it asks.
func (s *Sber) Early() (*http.Response, error) { // want: bypassed-wrapper
	resp, err := s.client.Get("https://sber.example/early")
	if err != nil {
		return nil, err
	}
	done, err := s.breaker.Allow()
	if err != nil {
		return nil, err
	}
	done(nil)
	return resp, nil
}

// no finding: an Allow in the head of an if
func (s *Sber) Head() (resp *http.Response, err error) {
	if done, err := s.breaker.Allow(); err != nil {
		return nil, err
	} else {
		defer func() { done(err) }()
	}
	return s.client.Head("https://sber.example")
}

// allow returns what Allow gives.
func (s *Sber) allow() (func(error), error) {
	done, err := s.breaker.Allow()
	if err != nil {
		return nil, errors.Join(errors.New("sber"), err)
	}
	return done, nil
}

// no finding: the helper allows
func (s *Sber) Status() (*http.Response, error) {
	done, err := s.allow()
	if err != nil {
		return nil, err
	}
	resp, err := s.client.Get("https://sber.example/status")
	done(err)
	return resp, err
}

type Receipt struct {
	client  *http.Client
	breaker circuitbreaker.CircuitBreaker[any]
}

// no finding: permit and record
func (r *Receipt) Issue() (*http.Response, error) {
	if !r.breaker.TryAcquirePermit() {
		return nil, circuitbreaker.ErrOpen
	}
	resp, err := r.client.Get("https://receipt.example")
	if err != nil {
		r.breaker.RecordError(err)
		return nil, err
	}
	r.breaker.RecordSuccess()
	return resp, nil
}

// Void records but never asks: the open breaker stops nothing.
func (r *Receipt) Void() (*http.Response, error) { // want: bypassed-wrapper
	resp, err := r.client.Get("https://receipt.example/void")
	r.breaker.RecordError(err)
	return resp, err
}
