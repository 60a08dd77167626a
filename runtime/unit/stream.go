package unit

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// ErrSilent is the cause of an ErrTimeout of a stream that nothing came over for the read timeout.
var ErrSilent = errors.New("the stream fell silent")

// Stream sends the request as one call whose answer has no end of its own: server-sent events, a watch, a large download,
// an upgrade. The header of the answer must come within the total timeout; from then on there is no total timeout, but
// every read fails with ErrTimeout and ErrSilent when nothing comes for the read timeout. The time between two reads does
// not count. The caller's deadline is kept as it is.
//
// The permit is held until the body is closed, so a stream takes one of MaxConcurrent for as long as it lives: give
// long-lived streams a unit of their own. The breaker judges a stream by its header alone. Redirects are not followed but
// returned. Errors are those of [Unit.Call].
func (u *Unit) Stream(req *http.Request) (*http.Response, error) {
	ctx, end := req.Context(), func(CallInfo, error) {}
	if u.tracer != nil {
		ctx, end = u.tracer.Start(ctx, u.name, u.State())
	}
	e, err := u.enter(ctx)
	if err != nil {
		end(CallInfo{System: u.name, Outcome: u.rejected(err)}, err)
		return nil, err
	}
	s := &stream{unit: u, parent: ctx}
	s.ctx, s.cancel = context.WithCancelCause(ctx)
	s.silence = time.AfterFunc(u.settings.TotalTimeout, func() { s.cancel(ErrSilent) })
	outcome, handedOver := Panic, false
	defer func() {
		if !handedOver {
			s.stop()
			defer u.bulkhead.release()
		}
		info := CallInfo{System: u.name, Outcome: outcome, Duration: time.Since(e.start)}
		defer func() { end(info, err) }()
		e.report(resultOf(outcome))
		u.breaker.changes.deliver(u.observers)
		u.observe(outcome, info.Duration)
	}()
	resp, err := u.transport.RoundTrip(req.WithContext(s.ctx))
	s.silence.Stop()
	if err != nil {
		outcome, err = s.explain(err)
		return nil, err
	}
	outcome, handedOver = u.judgeStatus(resp.StatusCode, time.Since(e.start)), true
	s.wrapBody(resp)
	return resp, nil
}

// A stream is the body of an answer without an end.
type stream struct {
	io.ReadCloser
	unit    *Unit
	parent  context.Context // the caller's
	ctx     context.Context // the request's
	cancel  context.CancelCauseFunc
	silence *time.Timer
	over    atomic.Bool
}

// upgraded is the body of a 101 answer, which can be written to.
type upgraded struct {
	*stream
	io.Writer
}

func (s *stream) wrapBody(resp *http.Response) {
	s.ReadCloser = resp.Body
	resp.Body = s
	if w, ok := s.ReadCloser.(io.Writer); ok {
		resp.Body = upgraded{s, w}
	}
}

// Read reads the stream, waiting for the read timeout at most.
func (s *stream) Read(p []byte) (int, error) {
	s.silence.Reset(s.unit.settings.ReadTimeout)
	n, err := s.ReadCloser.Read(p)
	s.silence.Stop()
	if err == nil || err == io.EOF || s.over.Load() {
		return n, err
	}
	_, err = s.explain(err)
	return n, err
}

// Close ends the stream and gives the permit back. Further calls do nothing.
func (s *stream) Close() error {
	if !s.over.CompareAndSwap(false, true) {
		return nil
	}
	defer s.unit.bulkhead.release()
	s.stop() // first, so that a read that waits returns
	return s.ReadCloser.Close()
}

func (s *stream) stop() {
	s.silence.Stop()
	s.cancel(context.Canceled)
}

// explain tells a silence from other ends.
func (s *stream) explain(err error) (Outcome, error) {
	if errors.Is(context.Cause(s.ctx), ErrSilent) {
		return Timeout, &Error{System: s.unit.name, Reason: ErrTimeout, Cause: ErrSilent}
	}
	o := s.unit.judge(s.parent, err, 0)
	return o, s.unit.wrap(o, err)
}
