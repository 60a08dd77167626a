package limits

import (
	"fmt"
	"time"

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
	for _, q := range c.Requests {
		if q.After == 0 || !q.AfterPos.IsValid() {
			continue
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

// knownTimeout is the client's total timeout, where it is the same constant in every state.
func knownTimeout(c *outbound.Construction) (time.Duration, bool) {
	var total int64
	for i, s := range c.States {
		f := s.Field("Timeout")
		if !f.Known || i > 0 && f.Value != total {
			return 0, false
		}
		total = f.Value
	}
	return time.Duration(total), total > 0
}
