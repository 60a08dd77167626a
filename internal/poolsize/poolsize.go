// Package poolsize is the arithmetic that ties the numbers of one unit to each other and all units to the database
// pool. It is pure and depends on the standard library only, so that the analyzer and the runtime's settings decide
// alike.
//
// Sizes are counts. A size of zero or less is unknown, and nothing is claimed about it, except for idle connections,
// where zero is a choice.
package poolsize

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"time"
)

// Factors say how many connections a pool has for each concurrent call: from ⌈Min × concurrent⌉ to ⌈Max × concurrent⌉.
// The zero value is DefaultFactors; a single zero field takes its default.
type Factors struct {
	Min, Max float64
}

// DefaultFactors is what a pool needs to keep idle connections beside the ones in use (1.2), and what is still no
// waste (1.5).
func DefaultFactors() Factors { return Factors{Min: 1.2, Max: 1.5} }

// maxFactor is the largest factor that Validate accepts.
const maxFactor = 100

// Validate reports factors that make no range: a minimum under 1 (which would ask for fewer connections than calls),
// a maximum under the minimum, or one over 100.
func (f Factors) Validate() error {
	f = f.orDefault()
	switch {
	case math.IsNaN(f.Min) || f.Min < 1:
		return fmt.Errorf("the minimum factor %v is below 1", f.Min)
	case math.IsNaN(f.Max) || f.Max < f.Min:
		return fmt.Errorf("the maximum factor %v is below the minimum %v", f.Max, f.Min)
	case f.Max > maxFactor:
		return fmt.Errorf("the maximum factor %v is over %d", f.Max, maxFactor)
	}
	return nil
}

func (f Factors) orDefault() Factors {
	d := DefaultFactors()
	if f.Min == 0 {
		f.Min = d.Min
	}
	if f.Max == 0 {
		f.Max = max(d.Max, f.Min)
	}
	return f
}

// Bounds returns the fewest and the most connections that fit the number of concurrent calls. Both are 0 where
// concurrent is not positive.
func (f Factors) Bounds(concurrent int) (low, high int) {
	f = f.orDefault()
	return ceil(f.Min, concurrent), ceil(f.Max, concurrent)
}

// Fits reports whether the number of connections is within the bounds. Unknown sizes fit.
func (f Factors) Fits(concurrent, connections int) bool {
	if concurrent <= 0 || connections <= 0 {
		return true
	}
	low, high := f.Bounds(concurrent)
	return low <= connections && connections <= high
}

// Below reports whether calls outnumber connections, so that the pool and not the bulkhead is what they wait for.
func Below(concurrent, connections int) bool {
	return concurrent > 0 && connections > 0 && connections < concurrent
}

// KeepaliveAbove reports whether more connections may idle than may be open.
func KeepaliveAbove(keepalive, connections int) bool {
	return connections > 0 && keepalive > connections
}

// Budget is the most connections that all systems together may have beside a database pool: half of it, rounded down.
func Budget(pool int) int { return max(pool, 0) / 2 }

// OverBudget reports whether the sum of connections is over half of the database pool, exactly: 20 fit a pool of 40
// or 41, 21 do not. An unknown pool is never exceeded.
func OverBudget(sum, pool int) bool { return pool > 0 && sum > Budget(pool) }

// Sum adds up the positive sizes. It stops at the largest int instead of overflowing.
func Sum(connections ...int) int {
	sum := 0
	for _, n := range connections {
		if n <= 0 {
			continue
		}
		if sum > math.MaxInt-n {
			return math.MaxInt
		}
		sum += n
	}
	return sum
}

// Times multiplies a sum by a number of processes that share one database. It stops at the largest int instead of
// overflowing; a factor below 1 counts as 1.
func Times(sum, replicas int) int {
	if sum <= 0 {
		return 0
	}
	if replicas > 1 && sum > math.MaxInt/replicas {
		return math.MaxInt
	}
	return sum * max(replicas, 1)
}

// A Contradiction is a pair of timeouts in the wrong order.
type Contradiction int8

// The contradictions, in the order in which Order returns them.
const (
	ReadAboveTotal    Contradiction = iota + 1 // the total ends the call before the read timeout can; stands at the total
	ConnectAboveRead                           // connecting may take longer than the answer; stands at connect
	ConnectAboveTotal                          // the same where no read timeout is known; stands at connect
)

// Order returns what contradicts connect < read < total. A timeout of zero or less is unknown; equal values are in
// order.
func Order(connect, read, total time.Duration) []Contradiction {
	var found []Contradiction
	if above(read, total) {
		found = append(found, ReadAboveTotal)
	}
	switch {
	case above(connect, read):
		found = append(found, ConnectAboveRead)
	case read <= 0 && above(connect, total):
		found = append(found, ConnectAboveTotal)
	}
	return found
}

func above(a, b time.Duration) bool { return a > 0 && b > 0 && a > b }

// LongRead is the longest read timeout that is not remarked on.
const LongRead = 60 * time.Second

// TooLong reports whether a read timeout is over LongRead.
func TooLong(read time.Duration) bool { return read > LongRead }

// ceil is ⌈factor × n⌉, where the factor is the decimal number that people write: 1.2 is 6/5 and not the float
// nearest to it. It is 0 for n <= 0 and stops at the largest int.
func ceil(factor float64, n int) int {
	if n <= 0 || math.IsNaN(factor) || factor <= 0 {
		return 0
	}
	if factor > maxFactor {
		factor = maxFactor
	}
	r, ok := new(big.Rat).SetString(strconv.FormatFloat(factor, 'f', -1, 64))
	if !ok {
		return 0
	}
	r.Mul(r, new(big.Rat).SetInt64(int64(n)))
	q, rest := new(big.Int).QuoRem(r.Num(), r.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	if !q.IsInt64() || q.Int64() > math.MaxInt {
		return math.MaxInt
	}
	return int(q.Int64())
}
