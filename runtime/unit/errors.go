package unit

import (
	"context"
	"errors"
	"fmt"
	"net"
)

// The reasons for which a unit itself refuses or ends a call. Test for them with errors.Is; every one comes inside an
// *[Error] that names the system.
var (
	// ErrBusy says that no permit became free within the pool timeout. The call was not made.
	ErrBusy = errors.New("bulkhead is full")
	// ErrOpen says that the breaker is open, or half-open with all trial calls under way. The call was not made.
	ErrOpen = errors.New("breaker rejects calls")
	// ErrTimeout says that a timeout of the unit or the caller's deadline ended the call. Whether the system carried
	// it out is unknown, except where the cause is ErrNoTime.
	ErrTimeout = errors.New("timed out")
	// ErrNoTime is the cause of an ErrTimeout when the caller's deadline leaves no more than [Reserve]. The call was not
	// made.
	ErrNoTime = errors.New("the caller's deadline leaves no time for the call")
	// ErrClosed says that Close has been called. The call was not made.
	ErrClosed = errors.New("unit is closed")
)

// An Error is a call that failed. errors.Is finds both the reason and the cause in it.
type Error struct {
	// System is the name of the unit.
	System string
	// Reason is ErrBusy, ErrOpen, ErrTimeout or ErrClosed, or nil when the call itself failed.
	Reason error
	// Cause is what went wrong below, and may be nil when there is a Reason.
	Cause error
}

// Error returns "system: reason: cause".
func (e *Error) Error() string {
	switch {
	case e.Reason == nil:
		return fmt.Sprintf("%s: %v", e.System, e.Cause)
	case e.Cause == nil:
		return fmt.Sprintf("%s: %v", e.System, e.Reason)
	}
	return fmt.Sprintf("%s: %v: %v", e.System, e.Reason, e.Cause)
}

// Unwrap returns reason and cause.
func (e *Error) Unwrap() []error {
	var errs []error
	if e.Reason != nil {
		errs = append(errs, e.Reason)
	}
	if e.Cause != nil {
		errs = append(errs, e.Cause)
	}
	return errs
}

// A StatusError is an answer that an adapter takes for an error. Returned from the function of [Unit.Call], a 5xx is a
// failure to the breaker and a 4xx is not. Error types of generated clients count too, if they have a method
// StatusCode() int.
type StatusError int

// Error returns "status 503".
func (e StatusError) Error() string { return fmt.Sprintf("status %d", int(e)) }

// StatusCode returns the status.
func (e StatusError) StatusCode() int { return int(e) }

// Ignore marks an error as none of the system's doing, such as one of the adapter's own validation: the breaker then
// counts neither a success nor a failure. Ignore(nil) is nil.
func Ignore(err error) error {
	if err == nil {
		return nil
	}
	return &ignored{err}
}

type ignored struct{ err error }

// Error returns the text of the error that was marked.
func (e *ignored) Error() string { return e.err.Error() }

// Unwrap returns the error that was marked.
func (e *ignored) Unwrap() error { return e.err }

// Retryable reports whether it makes sense to make a call again that failed with err: not on an open breaker, not on
// a 4xx, not once the unit is closed, not after a cancellation, a missing deadline or an ignored error. Whether it is
// safe is another question: only the caller knows whether the operation is idempotent.
func Retryable(err error) bool {
	var ign *ignored
	switch {
	case err == nil, errors.Is(err, ErrOpen), errors.Is(err, ErrClosed), errors.Is(err, ErrNoTime),
		errors.Is(err, context.Canceled), errors.As(err, &ign):
		return false
	}
	status, ok := statusOf(err)
	return !ok || status < 400 || status > 499
}

func statusOf(err error) (int, bool) {
	var s interface{ StatusCode() int }
	if errors.As(err, &s) {
		return s.StatusCode(), true
	}
	return 0, false
}

func isTimeout(err error) bool {
	if errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	var n net.Error
	return errors.As(err, &n) && n.Timeout()
}
