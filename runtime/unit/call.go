package unit

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// An entry is a call that has passed bulkhead and breaker. It has to be left exactly once.
type entry struct {
	report func(error)
	start  time.Time
}

// enter takes a permit and asks the breaker. After an error there is nothing to leave.
func (u *Unit) enter(ctx context.Context) (entry, error) {
	if err := u.admissible(ctx); err != nil {
		return entry{}, err
	}
	if err := u.bulkhead.acquire(ctx); err != nil {
		return entry{}, u.refuse(ctx, err)
	}
	if err := u.admissible(ctx); err != nil { // the wait may have used up the time
		u.bulkhead.release()
		return entry{}, err
	}
	report, err := u.breaker.allow()
	if err != nil {
		u.bulkhead.release()
		u.breaker.changes.deliver(u.observers)
		return entry{}, &Error{System: u.name, Reason: ErrOpen, Cause: err}
	}
	return entry{report: report, start: time.Now()}, nil
}

// admissible refuses a call whose caller has gone or will have before there is an answer.
func (u *Unit) admissible(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return u.refuse(ctx, err)
	}
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= Reserve {
		return &Error{System: u.name, Reason: ErrTimeout, Cause: ErrNoTime}
	}
	return nil
}

func (u *Unit) refuse(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, ErrBusy), errors.Is(err, ErrClosed):
		return &Error{System: u.name, Reason: err}
	case errors.Is(err, context.DeadlineExceeded):
		return &Error{System: u.name, Reason: ErrTimeout, Cause: errors.Join(ErrNoTime, err)}
	}
	return &Error{System: u.name, Cause: canceled(context.Cause(ctx))}
}

// canceled makes sure that errors.Is finds context.Canceled whatever cause the caller cancelled with.
func canceled(cause error) error {
	if errors.Is(cause, context.Canceled) {
		return cause
	}
	return errors.Join(context.Canceled, cause)
}

// leave gives the permit back, tells the breaker and the observers, and returns what the observers were told.
func (u *Unit) leave(e entry, o Outcome, d time.Duration) {
	defer u.bulkhead.release()
	e.report(resultOf(o))
	u.breaker.changes.deliver(u.observers)
	u.observe(o, d)
}

func (u *Unit) observe(o Outcome, d time.Duration) {
	for _, observer := range u.observers {
		observer.ObserveCall(CallInfo{System: u.name, Outcome: o, Duration: d})
	}
}

// rejected tells the observers of a call that was not made.
func (u *Unit) rejected(err error) Outcome {
	o := Unmade
	switch {
	case errors.Is(err, ErrBusy):
		o = Busy
	case errors.Is(err, ErrOpen):
		o = Rejected
	case errors.Is(err, context.Canceled):
		o = Canceled
	}
	u.observe(o, 0)
	return o
}

// bound returns the context of a call: the total timeout, or what the caller's deadline leaves after Reserve.
func (u *Unit) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	end := time.Now().Add(u.settings.TotalTimeout)
	if deadline, ok := ctx.Deadline(); ok && deadline.Add(-Reserve).Before(end) {
		end = deadline.Add(-Reserve)
	}
	return context.WithDeadline(ctx, end)
}

// judge decides how a call that returned err ended. parent is the caller's context.
func (u *Unit) judge(parent context.Context, err error, d time.Duration) Outcome {
	if err == nil {
		if d > u.settings.Breaker.SlowCall {
			return Slow
		}
		return Success
	}
	if errors.Is(parent.Err(), context.Canceled) {
		return Canceled
	}
	var ign *ignored
	var other *Error
	if errors.As(err, &ign) || errors.As(err, &other) && other.System != u.name {
		return Ignored
	}
	if status, ok := statusOf(err); ok {
		return u.judgeStatus(status, d)
	}
	if isTimeout(err) || errors.Is(parent.Err(), context.DeadlineExceeded) {
		return Timeout
	}
	return Failure
}

func (u *Unit) judgeStatus(status int, d time.Duration) Outcome {
	switch {
	case status >= 500:
		return ServerError
	case d > u.settings.Breaker.SlowCall:
		return Slow
	case status >= 400:
		return ClientError
	}
	return Success
}

// wrap gives the error of a call the system's name and, for a timeout, the reason.
func (u *Unit) wrap(o Outcome, err error) error {
	if err == nil {
		return nil
	}
	var own *Error
	if errors.As(err, &own) && own.System == u.name {
		return err
	}
	switch o {
	case Timeout:
		return &Error{System: u.name, Reason: ErrTimeout, Cause: err}
	case Canceled:
		err = canceled(err)
	}
	return &Error{System: u.name, Cause: err}
}

// Call runs fn as one call of the system: within a permit, past the breaker, under the smaller of the total timeout and
// what the deadline of ctx leaves after [Reserve]. fn must heed the context that it is given and make its requests
// through [Unit.Client], or through a generated client that holds it.
//
// Call blocks until fn returns, at most PoolTimeout longer. Its errors are an *[Error] that wraps ErrBusy, ErrOpen,
// ErrTimeout or ErrClosed, or what fn returned. An error of fn is a failure to the breaker unless it has a status below
// 500 (see [StatusError]), is marked with [Ignore], comes from another unit, or the caller cancelled ctx. A panic of fn
// goes on to the caller.
func (u *Unit) Call(ctx context.Context, fn func(ctx context.Context) error) error {
	if u.tracer != nil {
		return u.traced(ctx, fn)
	}
	err, _ := u.call(ctx, fn)
	return err
}

func (u *Unit) call(ctx context.Context, fn func(context.Context) error) (err error, info CallInfo) {
	info = CallInfo{System: u.name, Outcome: Panic}
	e, err := u.enter(ctx)
	if err != nil {
		info.Outcome = u.rejected(err)
		return err, info
	}
	bounded, cancel := u.bound(ctx)
	defer func() {
		cancel()
		u.leave(e, info.Outcome, info.Duration)
	}()
	defer func() { info.Duration = time.Since(e.start) }() // after a panic too
	err = fn(bounded)
	info.Outcome = u.judge(ctx, err, time.Since(e.start))
	return u.wrap(info.Outcome, err), info
}

// traced is Call inside a span.
func (u *Unit) traced(ctx context.Context, fn func(context.Context) error) (err error) {
	ctx, end := u.tracer.Start(ctx, u.name, u.State())
	info := CallInfo{System: u.name, Outcome: Panic}
	defer func() { end(info, err) }()
	err, info = u.call(ctx, fn)
	return err
}

// Do sends the request as one call of the system, with the context of the request as the caller's. It returns when the
// header of the answer is there. The permit, the timeout and, for the breaker, the call itself last until the body of the
// answer is closed: a body that is never closed keeps its permit for ever (an answer without a body holds nothing).
// Reading the body fails with ErrTimeout when the total timeout is over.
//
// A 5xx answer is returned as an answer and is a failure to the breaker; so is an answer slower than the slow-call
// threshold, an error of the connection, and an error while the body is read. Errors are those of [Unit.Call].
// Redirects are followed on the same host only.
func (u *Unit) Do(req *http.Request) (*http.Response, error) {
	ctx, end := req.Context(), func(CallInfo, error) {}
	if u.tracer != nil {
		ctx, end = u.tracer.Start(ctx, u.name, u.State())
	}
	return u.do(ctx, req, end)
}
