package unit

import (
	"context"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// An exchange is a request under way, and then the body of its answer.
type exchange struct {
	io.ReadCloser // the body as net/http has it
	unit          *Unit
	entry         entry
	parent        context.Context // the caller's
	cancel        context.CancelFunc
	end           func(CallInfo, error)
	outcome       Outcome
	failed        atomic.Pointer[error] // the first error of reading
	over          atomic.Bool
}

func (u *Unit) do(ctx context.Context, req *http.Request, end func(CallInfo, error)) (*http.Response, error) {
	e, err := u.enter(ctx)
	if err != nil {
		end(CallInfo{System: u.name, Outcome: u.rejected(err)}, err)
		return nil, err
	}
	x := &exchange{unit: u, entry: e, parent: ctx, end: end, outcome: Panic}
	bounded, cancel := u.bound(ctx)
	x.cancel = cancel
	handedOver := false
	defer func() {
		if !handedOver { // an error, a panic or a Goexit
			x.finish()
		}
	}()
	resp, err := u.client.Do(req.WithContext(bounded))
	if err != nil {
		return nil, x.fail(err)
	}
	x.outcome = u.judgeStatus(resp.StatusCode, time.Since(e.start))
	if resp.ContentLength == 0 || req.Method == http.MethodHead { // nothing to read: the call is over
		_ = resp.Body.Close()
		resp.Body = http.NoBody
		return resp, nil
	}
	x.ReadCloser, resp.Body = resp.Body, x
	handedOver = true
	return resp, nil
}

// fail makes the error the end of the call and returns it as the caller gets it.
func (x *exchange) fail(err error) error {
	x.outcome = x.unit.judge(x.parent, err, 0)
	err = x.unit.wrap(x.outcome, err)
	x.remember(err)
	return err
}

func (x *exchange) remember(err error) { x.failed.CompareAndSwap(nil, &err) }

// Read reads the body. An error other than io.EOF makes the call a failure.
func (x *exchange) Read(p []byte) (int, error) {
	n, err := x.ReadCloser.Read(p)
	if err == nil || err == io.EOF {
		return n, err
	}
	if !x.over.Load() { // reading after Close is the caller's mistake
		err = x.unit.wrap(x.unit.judge(x.parent, err, 0), err)
		x.remember(err)
	}
	return n, err
}

// Close closes the body and ends the call. Further calls do nothing.
func (x *exchange) Close() error {
	err := x.ReadCloser.Close()
	x.finish()
	return err
}

// finish ends the call, once.
func (x *exchange) finish() {
	if !x.over.CompareAndSwap(false, true) {
		return
	}
	o := x.outcome
	var err error
	if first := x.failed.Load(); first != nil {
		err = *first
		if !o.Failed() {
			o = x.unit.judge(x.parent, err, 0)
		}
	}
	info := CallInfo{System: x.unit.name, Outcome: o, Duration: time.Since(x.entry.start)}
	defer func() { x.end(info, err) }()
	defer x.unit.leave(x.entry, o, info.Duration)
	x.cancel()
}
