package limits

import (
	"time"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/rule"
)

// checkDefaultTransport reports a client whose connections come from http.DefaultTransport.
func checkDefaultTransport(r *rule.Reporter, c *outbound.Construction) {
	for _, s := range c.States {
		if s.Pool().Default {
			subject := "the client uses"
			if c.Default {
				subject = "http.DefaultClient uses"
			}
			r.Report(rule.Finding{Check: sharedDefaultTransport, Place: at(c),
				Message: subject + " http.DefaultTransport, the pool of the whole process"})
			return
		}
	}
}

// limitFields are what bounds a transport, in the order in which they are listed.
var limitFields = []string{"MaxConnsPerHost", "MaxIdleConnsPerHost", "IdleConnTimeout", "TLSHandshakeTimeout",
	"ResponseHeaderTimeout", "DialContext"}

// finite are the limits that a clone of the default transport has.
var finite = map[string]bool{"MaxIdleConnsPerHost": true, "IdleConnTimeout": true, "TLSHandshakeTimeout": true, "DialContext": true}

// checkLimits reports a transport that is not bounded, listing every missing field.
func checkLimits(r *rule.Reporter, fix *fixer, c *outbound.Construction) {
	if c.Default {
		return
	}
	noKeepAlive := status(c, "DisableKeepAlives") == outbound.IsSet
	var missing, zero []string
	for _, name := range limitFields {
		st := status(c, name)
		idle := name == "MaxIdleConnsPerHost" || name == "IdleConnTimeout"
		switch {
		case st == outbound.IsSet, idle && noKeepAlive:
		case c.Finite && finite[name] && st == outbound.Unset:
		case name == "TLSHandshakeTimeout" && status(c, "DialTLSContext") == outbound.IsSet:
		case name == "MaxConnsPerHost" && st == outbound.IsZero:
			zero = append(zero, name)
		default:
			missing = append(missing, name)
		}
	}
	if c.Finite && len(zero) == 0 && (len(missing) == 0 || missing[0] != "MaxConnsPerHost") {
		return
	}
	f := rule.Finding{Check: missingLimits, Place: at(c)}
	if len(zero) == 0 {
		f.Fixes = fix.limits(c, missing)
	}
	switch {
	case len(missing) > 0 && len(zero) > 0:
		f.Message = "the transport allows any number of connections to a host (MaxConnsPerHost: 0) and does not set " + list(missing)
		if c.Finite { // what is missing there makes no finding of its own
			f.Severity = rule.Note
		}
	case len(missing) > 0:
		f.Message = "the transport does not set " + list(missing)
	case len(zero) > 0:
		f.Severity = rule.Note
		f.Message = "the transport allows any number of connections to a host: MaxConnsPerHost is 0"
	default:
		return
	}
	r.Report(f)
}

func status(c *outbound.Construction, field string) outbound.Status {
	return weakest(c.States, func(s outbound.State) outbound.Status {
		if field == "DialContext" {
			return s.Dial().Status
		}
		return s.Field(field).Status
	})
}

func list(names []string) string {
	for i, n := range names {
		if n == "DialContext" {
			names[i] = "a dial timeout (DialContext)"
		}
	}
	return rule.List(names)
}

// longRead is the longest read timeout that an interactive call should have (guide rule R-RES-TO-X3).
const longRead = 60 * time.Second

// checkForeignRead reports the read timeouts that this package gives to a transport of another one.
func checkForeignRead(r *rule.Reporter, c *outbound.Construction) {
	if c.Kind != catalog.Transport {
		return
	}
	for _, s := range c.States {
		if read := s.Field("ResponseHeaderTimeout"); isLong(read) && read.Pos.IsValid() {
			reportRead(r, read, rule.Place{Pos: read.Pos, End: read.End})
		}
	}
}

// checkRead reports a read timeout that holds a connection for too long.
func checkRead(r *rule.Reporter, c *outbound.Construction) {
	for _, s := range c.States {
		read := s.Field("ResponseHeaderTimeout")
		if !isLong(read) {
			continue
		}
		place := rule.Place{Pos: read.Pos, End: read.End}
		if !read.Pos.IsValid() {
			place = at(c)
		}
		reportRead(r, read, place)
		return
	}
}

func isLong(read outbound.Field) bool { return read.Known && time.Duration(read.Value) > longRead }

func reportRead(r *rule.Reporter, read outbound.Field, place rule.Place) {
	r.Report(rule.Finding{Check: longReadTimeout, Place: place,
		Message: "the read timeout of " + time.Duration(read.Value).String() + " is over " + longRead.String()})
}
