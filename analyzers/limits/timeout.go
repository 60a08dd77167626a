package limits

import (
	"fmt"
	"time"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/rule"
)

// checkTimeout reports a client through which some request may wait for ever.
func checkTimeout(r *rule.Reporter, fix *fixer, c *outbound.Construction) {
	status := weakest(c.States, func(s outbound.State) outbound.Status { return s.Field("Timeout").Status })
	if status == outbound.IsSet {
		checkStream(r, c)
		return
	}
	f := rule.Finding{Check: noTimeout, Place: at(c)}
	bound := boundOf(c)
	if bound == outbound.Deadline || boundedTrips(c) || opaque(c) {
		return
	}
	subject := "the client"
	switch {
	case c.Default:
		subject = "http.DefaultClient"
	case c.Kind == catalog.ReverseProxy:
		subject = "the reverse proxy"
	}
	switch {
	case c.Stream && phases(c):
		f.Severity = rule.Note
		f.Message = subject + " has no total timeout, as streams need it: only its phases are bounded"
	case bound == outbound.ByCallers:
		f.Severity = rule.Warning
		f.Message = subject + " has no timeout, and its requests are bounded only by the contexts that callers hand in"
	case status == outbound.IsZero:
		f.Message = subject + " has a timeout of 0, which is none: a request may wait for ever"
	case status == outbound.SomePath:
		f.Message = subject + " has no timeout on some paths: a request may wait for ever there"
	case lost(c) > 0:
		f.Message = fmt.Sprintf("the client has no timeout: the %v of the client that it takes the place of are lost", lost(c))
	default:
		f.Message = subject + " has no timeout: a request may wait for ever"
	}
	f.Fixes = fix.timeout(c)
	r.Report(f)
}

// checkStream reports a total timeout on a client that serves streams.
func checkStream(r *rule.Reporter, c *outbound.Construction) {
	if !c.Stream || c.Kind == catalog.ReverseProxy {
		return
	}
	after := "when its timeout ends"
	if total, ok := knownTimeout(c); ok {
		after = fmt.Sprintf("after %v", total)
	}
	r.Report(rule.Finding{Check: noTimeout, Place: at(c), Severity: rule.Warning,
		Message: "the client serves a stream, and its total timeout cuts the stream " + after})
}

// phases reports whether everything but the body of the answer is bounded.
func phases(c *outbound.Construction) bool {
	for _, s := range c.States {
		pool := s.Pool()
		if pool.Default || pool.Opaque || len(pool.Own) == 0 {
			return false
		}
		for _, t := range pool.Own {
			dial := t.Dial()
			if !t.Field("ResponseHeaderTimeout").Set() || !dial.Set() && (!t.Finite() || dial.Status == outbound.IsZero) {
				return false
			}
		}
	}
	return len(c.States) > 0
}

// lost is the timeout of a client that this one takes the place of.
func lost(c *outbound.Construction) time.Duration {
	for _, s := range c.States {
		if s.Lost() > 0 {
			return time.Duration(s.Lost())
		}
	}
	return 0
}

// boundedTrips reports whether a round tripper of the client's gives each request a deadline.
func boundedTrips(c *outbound.Construction) bool {
	for _, s := range c.States {
		if !s.Pool().Bounded {
			return false
		}
	}
	return len(c.States) > 0
}

// opaque reports whether all requests go through round trippers that cannot be seen through: they may set deadlines.
func opaque(c *outbound.Construction) bool {
	for _, s := range c.States {
		if p := s.Pool(); !p.Opaque || p.Plain || p.Default || len(p.Own) > 0 {
			return false
		}
	}
	return len(c.States) > 0
}

// boundOf is the weakest bound of the client's requests. A client that whoever calls a function, or has a value of a type,
// gets hold of has requests that cannot be seen.
func boundOf(c *outbound.Construction) outbound.Bound {
	if c.Leaves || len(c.Requests) == 0 {
		return outbound.Unbounded
	}
	bound := outbound.Deadline
	for _, q := range c.Requests {
		bound = min(bound, q.Bound)
	}
	return bound
}

// weakest is the status that is true on every path, in every state.
func weakest(states []outbound.State, status func(outbound.State) outbound.Status) outbound.Status {
	out, all := outbound.IsSet, len(states) > 0
	first := true
	for _, s := range states {
		st := status(s)
		switch {
		case first:
			out, first = st, false
		case st != out && (st == outbound.IsSet || out == outbound.IsSet):
			out = outbound.SomePath
		case st != out:
			out = min(st, out)
		}
	}
	if !all {
		return outbound.IsSet // never seen in use: nothing can be said
	}
	return out
}
