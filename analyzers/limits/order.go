package limits

import (
	"fmt"
	"slices"
	"time"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/rule"
)

// checkOrder reports known values that contradict connect < read < total. Equal values are in order.
func checkOrder(r *rule.Reporter, c *outbound.Construction) {
	for _, s := range c.States {
		pool := s.Pool()
		if len(pool.Own) != 1 || pool.Default || pool.Opaque {
			continue
		}
		total, read, connect := s.Field("Timeout"), pool.Own[0].Field("ResponseHeaderTimeout"), pool.Own[0].Dial()
		for _, p := range []struct {
			what, than      string
			longer, shorter outbound.Field
		}{
			{"read timeout", "total timeout", read, total},
			{"connect timeout", "read timeout", connect, read},
			{"connect timeout", "total timeout", connect, total},
		} {
			if p.longer.Known && p.shorter.Known && p.longer.Value > p.shorter.Value {
				r.Report(rule.Finding{Check: timeoutOrder, Place: at(c), Message: fmt.Sprintf("the %s of %v is longer than the %s of %v",
					p.what, time.Duration(p.longer.Value), p.than, time.Duration(p.shorter.Value))})
				return
			}
		}
	}
}

// checkDeadlines reports deadlines around calls that leave the client's own timeout no chance to act, or no time for
// the attempts that are made under them.
func checkDeadlines(r *rule.Reporter, c *outbound.Construction) {
	total, ok := knownTimeout(c)
	if c.Elsewhere && c.Timeout > 0 {
		total, ok = time.Duration(c.Timeout), true
	}
	if !ok {
		return
	}
	retries := knownRetries(c)
	for _, q := range c.Requests {
		if q.After == 0 || !q.AfterPos.IsValid() {
			continue
		}
		if q.Again {
			q.Attempts = max(q.Attempts, 1) * (1 + retries)
		}
		after := time.Duration(q.After)
		f := rule.Finding{Check: deadlineBelowTimeout, Place: rule.Place{Pos: q.AfterPos, End: q.AfterEnd}}
		switch {
		case after < total:
			f.Message = fmt.Sprintf("the deadline of %v is shorter than the client's timeout of %v, which can never act", after, total)
		case q.Attempts > 1 && time.Duration(q.Attempts)*total+time.Duration(q.Delay) > after:
			f.Severity = rule.Warning
			f.Message = fmt.Sprintf("%d attempts of up to %v each%s do not fit into the deadline of %v", q.Attempts, total, delays(q), after)
		default:
			continue
		}
		if !c.Elsewhere {
			f.Related = []rule.Related{{Place: at(c), Message: "the client is built here"}}
		}
		r.Report(f)
	}
}

func delays(q outbound.Request) string {
	if q.Delay == 0 {
		return ""
	}
	return fmt.Sprintf(" and %v of waits", time.Duration(q.Delay))
}

// knownRetries is how often the client sends again what fails, where that is a constant and the program does not choose
// itself what is worth it.
func knownRetries(c *outbound.Construction) int64 {
	for _, name := range catalog.RetryIf {
		if slices.ContainsFunc(c.States, func(s outbound.State) bool { return s.Field(name).Set() }) {
			return 0
		}
	}
	for _, name := range catalog.Retries {
		if n, ok := constantIn(c, name); ok {
			return n
		}
	}
	return 0
}

// knownTimeout is the client's total timeout.
func knownTimeout(c *outbound.Construction) (time.Duration, bool) {
	n, ok := constantIn(c, "Timeout")
	return time.Duration(n), ok
}

// constantIn is the value of a field, where that is the same positive constant in every state.
func constantIn(c *outbound.Construction, name string) (int64, bool) {
	var n int64
	for i, s := range c.States {
		f := s.Field(name)
		if !f.Known || i > 0 && f.Value != n {
			return 0, false
		}
		n = f.Value
	}
	return n, n > 0
}
