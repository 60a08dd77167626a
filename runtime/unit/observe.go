package unit

import (
	"context"
	"fmt"
	"time"
)

// State is the state of a breaker.
type State uint8

// The states of a breaker.
const (
	Closed   State = iota // calls pass
	HalfOpen              // a few trial calls pass
	Open                  // no call passes
)

var stateNames = [...]string{Closed: "closed", HalfOpen: "half-open", Open: "open"}

// String returns "closed", "half-open" or "open".
func (s State) String() string {
	if int(s) < len(stateNames) {
		return stateNames[s]
	}
	return fmt.Sprintf("state(%d)", uint8(s))
}

// Outcome is how a call ended.
type Outcome uint8

// The outcomes of a call. The breaker counts Slow, ServerError, Failure, Timeout and Panic as failures, Success and
// ClientError as successes, and the others not at all.
const (
	Success     Outcome = iota // no error, in time
	Slow                       // no error, but slower than the slow-call threshold; the caller has its answer
	ClientError                // the system answered 4xx
	ServerError                // the system answered 5xx
	Failure                    // no answer: refused, reset, malformed
	Timeout                    // a timeout of the unit or the caller's deadline ended the call
	Panic                      // the function of Call panicked or called runtime.Goexit
	Canceled                   // the caller cancelled
	Ignored                    // the error was marked with Ignore, or is another unit's
	Busy                       // not made: the bulkhead is full
	Rejected                   // not made: the breaker is open
	Unmade                     // not made: the unit is closed, or the caller's deadline leaves no time
)

var outcomeNames = [...]string{
	Success: "success", Slow: "slow", ClientError: "client_error", ServerError: "server_error", Failure: "failure",
	Timeout: "timeout", Panic: "panic", Canceled: "canceled", Ignored: "ignored", Busy: "busy", Rejected: "open",
	Unmade: "unmade",
}

// Outcomes returns all outcomes in order, for those who prepare one counter each.
func Outcomes() []Outcome {
	all := make([]Outcome, len(outcomeNames))
	for i := range all {
		all[i] = Outcome(i)
	}
	return all
}

// String returns the outcome as metrics and spans show it.
func (o Outcome) String() string {
	if int(o) < len(outcomeNames) {
		return outcomeNames[o]
	}
	return fmt.Sprintf("outcome(%d)", uint8(o))
}

// Failed reports whether the breaker counts the outcome as a failure.
func (o Outcome) Failed() bool {
	switch o {
	case Slow, ServerError, Failure, Timeout, Panic:
		return true
	}
	return false
}

func (o Outcome) counted() bool { return o.Failed() || o == Success || o == ClientError }

// Made reports whether the call got past bulkhead and breaker.
func (o Outcome) Made() bool { return o < Busy }

// A CallInfo describes a call that has ended.
type CallInfo struct {
	// System is the name of the unit.
	System string
	// Outcome is how the call ended. A call that was rejected has ended too.
	Outcome Outcome
	// Duration is from the permit to the end: for Do the end is the closing of the body, for Stream the header of the
	// answer. Zero when the call was not made.
	Duration time.Duration
}

// A Transition is a change of a breaker's state.
type Transition struct {
	// System is the name of the unit.
	System string
	// From and To are the states before and after.
	From, To State
	// At is the time of the change.
	At time.Time
}

// An Observer is told what happens in a unit. Its methods are called by the goroutine of the call, outside all locks of
// the unit, possibly by many goroutines at once; transitions come in order and one at a time. They must not block. A
// panic in one reaches the caller of the call, with permit and breaker in order.
type Observer interface {
	ObserveCall(CallInfo)
	ObserveTransition(Transition)
}

// A Tracer makes a span around every call, rejected ones included.
type Tracer interface {
	// Start returns the context for the call, and the function that ends the span, which is called exactly once.
	Start(ctx context.Context, system string, breaker State) (context.Context, func(CallInfo, error))
}
