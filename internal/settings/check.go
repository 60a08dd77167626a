package settings

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/reslint/reslint/internal/poolsize"
)

// Kind is what is wrong with a set.
type Kind uint8

// The kinds of violations; each has the place where it stands.
const (
	PoolBelowConcurrency Kind = iota + 1 // at max_connections
	PoolHeadroom                         // at max_connections
	KeepaliveAbovePool                   // at max_keepalive_connections
	PoolTotal                            // at the size of the database pool
	TimeoutOrder                         // at total_timeout where read is above it, else at connect_timeout
	LongRead                             // at read_timeout
)

// A Violation is one claim about a set.
type Violation struct {
	Kind    Kind
	System  string   // "" for PoolTotal
	At      *Value   // where it stands
	Values  []*Value // all that it follows from, At included
	Message string   // one clause with the values; the profile is not in it
	Fix     *Edit    // nil where no safe one is known
}

// An Edit replaces bytes of a settings file.
type Edit struct {
	Path       string // absolute
	Start, End int    // offsets in bytes
	New        string
	Message    string // what it does, for people
}

// Sizes returns what is wrong with the sizes in a set: section by section, the total last.
func Sizes(s *Set, o Options) []Violation {
	var found []Violation
	for _, sec := range s.Sections {
		if sec.Multiplexed {
			continue
		}
		if v, ok := poolAgainstConcurrency(sec, o.Factors); ok {
			found = append(found, v)
		}
		idle, pool := sec.Get(MaxKeepalive), sec.Get(MaxConnections)
		if poolsize.KeepaliveAbove(idle.Size(), pool.Size()) {
			found = append(found, violation(KeepaliveAbovePool, sec.System, []*Value{idle, pool},
				"%s keeps %s but may open only %d", sec.System, plural(idle.Size(), "idle connection"), pool.Size()))
		}
	}
	if v, ok := total(s, o.Replicas); ok {
		found = append(found, v)
	}
	return found
}

func poolAgainstConcurrency(sec *Section, factors poolsize.Factors) (Violation, bool) {
	calls, pool := sec.Get(MaxConcurrent), sec.Get(MaxConnections)
	c, n := calls.Size(), pool.Size()
	if c == 0 || n == 0 {
		return Violation{}, false
	}
	low, high := factors.Bounds(c)
	values := []*Value{pool, calls}
	var v Violation
	switch {
	case poolsize.Below(c, n):
		v = violation(PoolBelowConcurrency, sec.System, values, "%s allows %s over %s", sec.System, plural(c, "concurrent call"), plural(n, "connection"))
	case factors.Fits(c, n):
		return Violation{}, false
	case n < low:
		v = violation(PoolHeadroom, sec.System, values,
			"%s has %s for %s, and %s fit",
			sec.System, plural(n, "connection"), plural(c, "concurrent call"), bounds(low, high))
	default: // lowering a limit is no safe fix
		return violation(PoolHeadroom, sec.System, values,
			"%s has %s for %s, and %s fit",
			sec.System, plural(n, "connection"), plural(c, "concurrent call"), bounds(low, high)), true
	}
	if pool.edit[1] > pool.edit[0] {
		v.Fix = &Edit{
			Path: pool.Place.Start.Filename, Start: pool.edit[0], End: pool.edit[1], New: fmt.Sprint(low),
			Message: fmt.Sprintf("Raise %s of %s to %d", MaxConnections, sec.System, low),
		}
	}
	return v, true
}

// plural writes a count of things.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// bounds writes a range of counts.
func bounds(low, high int) string {
	if low == high {
		return fmt.Sprint(low)
	}
	return fmt.Sprintf("%d to %d", low, high)
}

// listed is how many systems a message names.
const listed = 8

func total(s *Set, replicas int) (Violation, bool) {
	pool, sum := s.Database.Size(), s.Sum()
	all := poolsize.Times(sum, replicas)
	if !poolsize.OverBudget(all, pool) {
		return Violation{}, false
	}
	values := []*Value{s.Database}
	var parts []string
	for _, sec := range s.Sections {
		if v := sec.Get(MaxConnections); v.Size() > 0 && sec.Summed() {
			values = append(values, v)
			parts = append(parts, fmt.Sprintf("%s %d", sec.System, v.Size()))
		}
	}
	systems := plural(len(parts), "system")
	if len(parts) > listed {
		parts = append(parts[:listed:listed], "…")
	}
	open := plural(sum, "connection")
	if replicas > 1 {
		open = fmt.Sprintf("%s in each of %d replicas, %d in all", open, replicas, all)
	}
	return violation(PoolTotal, "", values, "%s may open %s, and half of the database pool of %d is %d (%s)",
		systems, open, pool, poolsize.Budget(pool), strings.Join(parts, ", ")), true
}

// Timeouts returns what is wrong with the timeouts in a set, section by section. Multiplexed sections count as well.
func Timeouts(s *Set) []Violation {
	var found []Violation
	for _, sec := range s.Sections {
		connect, read, total := sec.Get(ConnectTimeout), sec.Get(ReadTimeout), sec.Get(TotalTimeout)
		for _, c := range poolsize.Order(connect.Wait(), read.Wait(), total.Wait()) {
			found = append(found, outOfOrder(sec, c))
		}
		if poolsize.TooLong(read.Wait()) {
			found = append(found, violation(LongRead, sec.System, []*Value{read},
				"%s has a read timeout of %s, over %s", sec.System, short(read.Wait()), short(poolsize.LongRead)))
		}
	}
	return found
}

func outOfOrder(sec *Section, c poolsize.Contradiction) Violation {
	connect, read, total := sec.Get(ConnectTimeout), sec.Get(ReadTimeout), sec.Get(TotalTimeout)
	const format = "%s has a %s timeout of %s above its %s timeout of %s"
	switch c {
	case poolsize.ReadAboveTotal:
		return violation(TimeoutOrder, sec.System, []*Value{total, read}, format,
			sec.System, "read", read.String(), "total", total.String())
	case poolsize.ConnectAboveRead:
		return violation(TimeoutOrder, sec.System, []*Value{connect, read}, format,
			sec.System, "connect", connect.String(), "read", read.String())
	}
	return violation(TimeoutOrder, sec.System, []*Value{connect, total}, format,
		sec.System, "connect", connect.String(), "total", total.String())
}

// violation makes one that stands at the first of the values. Where a value replaces a default, the message says so.
func violation(kind Kind, system string, values []*Value, format string, args ...any) Violation {
	v := Violation{Kind: kind, System: system, At: values[0], Values: values, Message: fmt.Sprintf(format, args...)}
	for _, value := range values {
		if from := value.Overrides; from != nil {
			v.Message += fmt.Sprintf("; %s in %s overrides the default of %s in %s", value.Key, value.File, from.String(), from.File)
		}
	}
	return v
}

// String writes a value as people do.
func (v *Value) String() string {
	switch {
	case !v.Known:
		return v.Text
	case v.Key.Timeout():
		return short(v.Duration)
	}
	return fmt.Sprint(v.Count)
}

// short writes a duration without zero units: 1m and not 1m0s.
func short(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = s[:len(s)-2]
	}
	if strings.HasSuffix(s, "h0m") {
		s = s[:len(s)-2]
	}
	return s
}

// A Judged violation holds in some of the sets that were judged.
type Judged struct {
	Violation
	Profiles []string // in which it holds, in order; nil where none is configured
}

// Text is the message with the profiles.
func (j Judged) Text() string {
	switch n := len(j.Profiles); n {
	case 0:
		return j.Message
	case 1:
		return j.Message + " in profile " + j.Profiles[0]
	default:
		return j.Message + " in profiles " + strings.Join(j.Profiles[:n-1], ", ") + " and " + j.Profiles[n-1]
	}
}

// Join makes one violation of those that say the same at the same place in several profiles. A fix is kept only where
// every set agrees on it.
func Join(sets []*Set, check func(*Set) []Violation) []Judged {
	var out []Judged
	at := make(map[string]int)
	for _, s := range sets {
		for _, v := range check(s) {
			id := fmt.Sprintf("%d %v %d %s", v.Kind, v.At.Place.Start, v.At.Place.Pos, v.Message)
			i, ok := at[id]
			if !ok {
				i = len(out)
				at[id] = i
				out = append(out, Judged{Violation: v})
			}
			if s.Profile != "" && !slices.Contains(out[i].Profiles, s.Profile) {
				out[i].Profiles = append(out[i].Profiles, s.Profile)
			}
		}
	}
	for i := range out {
		if out[i].Fix != nil && !agreed(sets, out[i]) {
			out[i].Fix = nil
		}
	}
	return out
}

// agreed reports whether the value that a fix changes is used by sets that have the violation only.
func agreed(sets []*Set, j Judged) bool {
	uses := 0
	for _, s := range sets {
		for _, sec := range s.Sections {
			if v := sec.Get(j.At.Key); v != nil && v.Place == j.At.Place {
				uses++
			}
		}
	}
	return uses == max(1, len(j.Profiles))
}
