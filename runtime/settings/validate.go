package settings

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/reslint/reslint/internal/poolsize"
)

// Validate reports everything that is wrong with the settings as one *[Error], or nil. It is what [Load] runs; settings
// that are built in code have faults without a place. Findings that reslint only notes (a read timeout over a minute)
// are no faults.
func (s *Settings) Validate() error {
	var v validator
	v.settings(s)
	return v.err()
}

// Validate reports everything that is wrong with one section as one *[Error], or nil. name is the system's.
func (s System) Validate(name string) error {
	var v validator
	v.system(name, s)
	return v.err()
}

// A validator collects faults.
type validator struct {
	file   string            // empty for settings that are built in code
	places map[string]string // path of a value that is written down → place
	bad    map[string]bool   // values that could not be read: reported already
	faults []Fault
}

func (v *validator) err() error {
	if len(v.faults) == 0 {
		return nil
	}
	return &Error{Faults: v.faults}
}

func (v *validator) fault(path, rule, format string, args ...any) {
	if v.bad[path] {
		return
	}
	v.faults = append(v.faults, Fault{Place: v.place(path), Key: path, Rule: rule, Message: fmt.Sprintf(format, args...)})
}

// place finds the place of a value, or of the closest thing around it that is written down.
func (v *validator) place(path string) string {
	for path != "" {
		if p, ok := v.places[path]; ok {
			return p
		}
		path = path[:max(strings.LastIndexByte(path, '.'), 0)]
	}
	return v.file
}

func (v *validator) settings(s *Settings) {
	names := s.Systems()
	var connections []int
	for i, name := range names {
		for _, other := range names[:i] {
			if SameName(name, other) {
				v.fault("client."+name, ruleName, "is the same name as %s", other)
			}
		}
		v.system(name, s.Client[name])
		connections = append(connections, s.Client[name].MaxConnections)
	}
	v.total(poolsize.Sum(connections...), s.Database.PoolSize)
}

// total compares the systems with the database pool, which is unknown when the file does not have it.
func (v *validator) total(sum, pool int) {
	const path = "database." + keyPoolSize
	_, written := v.places[path]
	switch {
	case pool < 0, pool == 0 && written:
		v.fault(path, ruleSizes, "%d is no positive number of connections", pool)
	case poolsize.OverBudget(sum, pool):
		v.fault(path, ruleSizes, "the systems may open %d connections, more than half of the database pool of %d (%d)",
			sum, pool, poolsize.Budget(pool))
	}
}

var validName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*([_-][A-Za-z0-9]+)*$`)

func (v *validator) system(name string, s System) {
	path := "client." + name
	if !validName.MatchString(name) {
		v.fault(path, ruleName, "%q is no name of a system: letters and digits, single - or _ between them", name)
	}
	v.baseURL(path+"."+keyBaseURL, s.BaseURL)
	v.sizes(path+".", s)
	v.required(path+".", s)
	v.optional(path+".", s)
	v.order(path+".", s)
	v.breaker(path+".", s)
}

func (v *validator) baseURL(path, text string) {
	u, err := url.Parse(text)
	switch {
	case text == "":
		v.fault(path, ruleConfig, "is missing")
	case err != nil:
		v.fault(path, ruleConfig, "is no address")
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		v.fault(path, ruleConfig, "is no absolute http or https address")
	case u.User != nil:
		v.fault(path, ruleConfig, "holds a user name or password")
	}
}

func (v *validator) sizes(path string, s System) {
	if s.MaxConcurrent < 1 {
		v.fault(path+keyConcurrent, ruleLimits, "%d is no positive number of calls", s.MaxConcurrent)
	}
	if s.MaxConnections < 1 {
		v.fault(path+keyConns, ruleLimits, "%d is no positive number of connections", s.MaxConnections)
	}
	if s.MaxKeepaliveConnections < 0 {
		v.fault(path+keyKeepalive, ruleLimits, "%d is no number of connections", s.MaxKeepaliveConnections)
	}
	var factors poolsize.Factors
	switch low, high := factors.Bounds(s.MaxConcurrent); {
	case poolsize.Below(s.MaxConcurrent, s.MaxConnections):
		v.fault(path+keyConns, ruleSizes, "%d concurrent calls over %d connections", s.MaxConcurrent, s.MaxConnections)
	case !factors.Fits(s.MaxConcurrent, s.MaxConnections):
		v.fault(path+keyConns, ruleSizes, "%d connections for %d concurrent calls, %d to %d fit",
			s.MaxConnections, s.MaxConcurrent, low, high)
	}
	if poolsize.KeepaliveAbove(s.MaxKeepaliveConnections, s.MaxConnections) {
		v.fault(path+keyKeepalive, ruleSizes, "keeps %d idle connections but may open only %d",
			s.MaxKeepaliveConnections, s.MaxConnections)
	}
}

// required reports the phases that nothing bounds.
func (v *validator) required(path string, s System) {
	for _, t := range []struct {
		key   string
		value time.Duration
	}{{keyConnect, s.ConnectTimeout}, {keyRead, s.ReadTimeout}, {keyTotal, s.TotalTimeout}} {
		switch {
		case t.value < 0:
			v.fault(path+t.key, ruleNoTime, "%v is negative", t.value)
		case t.value == 0:
			v.fault(path+t.key, ruleNoTime, "is missing or zero: nothing bounds the wait")
		}
	}
}

func (v *validator) optional(path string, s System) {
	if s.WriteTimeout < 0 {
		v.fault(path+keyWrite, ruleNoTime, "%v is negative", s.WriteTimeout)
	}
	if s.PoolTimeout < 0 {
		v.fault(path+keyPool, ruleFast, "%v is negative", s.PoolTimeout)
	}
	if s.PoolTimeout > DefaultPoolTimeout {
		v.fault(path+keyPool, ruleFast, "a full bulkhead fails after %v, later than %v", s.PoolTimeout, DefaultPoolTimeout)
	}
}

func (v *validator) order(path string, s System) {
	for _, c := range poolsize.Order(s.ConnectTimeout, s.ReadTimeout, s.TotalTimeout) {
		switch c {
		case poolsize.ReadAboveTotal:
			v.fault(path+keyTotal, ruleOrder, "the call ends after %v, before the read timeout of %v", s.TotalTimeout, s.ReadTimeout)
		case poolsize.ConnectAboveRead:
			v.fault(path+keyConnect, ruleOrder, "connecting may take %v, longer than the answer (%v)", s.ConnectTimeout, s.ReadTimeout)
		case poolsize.ConnectAboveTotal:
			v.fault(path+keyConnect, ruleOrder, "connecting may take %v, longer than the call (%v)", s.ConnectTimeout, s.TotalTimeout)
		}
	}
	if s.TotalTimeout > 0 && s.WriteTimeout > s.TotalTimeout {
		v.fault(path+keyWrite, ruleOrder, "one write may take %v, longer than the call (%v)", s.WriteTimeout, s.TotalTimeout)
	}
}

const maxWindow = 10_000

func (v *validator) breaker(path string, s System) {
	b := s.WithDefaults().Breaker
	for _, n := range []struct {
		key           string
		value, lo, hi int
	}{
		{keyWindow, b.Window, 1, maxWindow},
		{keyMinCalls, b.MinCalls, 1, max(b.Window, 1)},
		{keyRate, b.FailureRate, 1, 100},
		{keyTrials, b.TrialCalls, 1, maxWindow},
	} {
		if n.value < n.lo || n.value > n.hi {
			v.fault(path+n.key, ruleConfig, "%d is not from %d to %d", n.value, n.lo, n.hi)
		}
	}
	if b.OpenTimeout < 0 {
		v.fault(path+keyOpen, ruleConfig, "%v is negative", b.OpenTimeout)
	}
	if b.SlowCall < 0 || s.ReadTimeout > 0 && b.SlowCall > s.ReadTimeout {
		v.fault(path+keySlow, ruleConfig, "%v is not from 0 to the read timeout of %v", b.SlowCall, s.ReadTimeout)
	}
}

// String returns sizes and timeouts as one line, for logs. It leaves out the address and the extra keys, which may
// hold secrets.
func (s System) String() string {
	return fmt.Sprintf("%d calls over %d connections (%d idle), connect %v, read %v, total %v",
		s.MaxConcurrent, s.MaxConnections, s.MaxKeepaliveConnections, s.ConnectTimeout, s.ReadTimeout, s.TotalTimeout)
}
