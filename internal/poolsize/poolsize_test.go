package poolsize_test

import (
	"math"
	"slices"
	"testing"
	"testing/quick"
	"time"

	"github.com/reslint/reslint/internal/poolsize"
)

func TestBounds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		factors         poolsize.Factors
		concurrent      int
		low, high       int
		fits, fitsNotAt int
	}{
		{concurrent: 1, low: 2, high: 2, fits: 2, fitsNotAt: 3},
		{concurrent: 3, low: 4, high: 5, fits: 4, fitsNotAt: 3},
		{concurrent: 4, low: 5, high: 6, fits: 6, fitsNotAt: 60},
		{concurrent: 6, low: 8, high: 9, fits: 8, fitsNotAt: 7},
		{concurrent: 8, low: 10, high: 12, fits: 12, fitsNotAt: 13},
		{concurrent: 10, low: 12, high: 15, fits: 12, fitsNotAt: 11}, // 12, though 1.2 as a float is under 6/5
		{concurrent: 16, low: 20, high: 24, fits: 20, fitsNotAt: 19},
		{concurrent: 20, low: 24, high: 30, fits: 24, fitsNotAt: 20},
		{concurrent: 55, low: 66, high: 83, fits: 66, fitsNotAt: 65}, // 1.2*55 as floats is 66 exactly; 1.1*10 is not 11
		{factors: poolsize.Factors{Min: 1.1, Max: 1.1}, concurrent: 10, low: 11, high: 11, fits: 11, fitsNotAt: 12},
		{factors: poolsize.Factors{Min: 1, Max: 2}, concurrent: 7, low: 7, high: 14, fits: 7, fitsNotAt: 15},
		{factors: poolsize.Factors{Min: 2}, concurrent: 7, low: 14, high: 14, fits: 14, fitsNotAt: 13}, // Max follows Min
	} {
		low, high := c.factors.Bounds(c.concurrent)
		if low != c.low || high != c.high {
			t.Errorf("%+v: bounds of %d are %d..%d, want %d..%d", c.factors, c.concurrent, low, high, c.low, c.high)
		}
		if !c.factors.Fits(c.concurrent, c.fits) {
			t.Errorf("%+v: %d/%d should fit", c.factors, c.concurrent, c.fits)
		}
		if c.factors.Fits(c.concurrent, c.fitsNotAt) {
			t.Errorf("%+v: %d/%d should not fit", c.factors, c.concurrent, c.fitsNotAt)
		}
	}
}

func TestUnknownSizes(t *testing.T) {
	t.Parallel()
	var f poolsize.Factors
	for _, n := range []int{0, -1, math.MinInt} {
		if low, high := f.Bounds(n); low != 0 || high != 0 {
			t.Errorf("bounds of %d are %d..%d", n, low, high)
		}
		if !f.Fits(n, 10) || !f.Fits(10, n) {
			t.Errorf("%d does not fit", n)
		}
		if poolsize.Below(n, 10) || poolsize.Below(10, n) {
			t.Errorf("%d is below", n)
		}
		if poolsize.KeepaliveAbove(5, n) || poolsize.OverBudget(5, n) {
			t.Errorf("%d is exceeded", n)
		}
	}
	if low, high := f.Bounds(math.MaxInt); low != math.MaxInt || high != math.MaxInt {
		t.Errorf("bounds of the largest int are %d..%d", low, high)
	}
}

func TestValidate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		factors poolsize.Factors
		ok      bool
	}{
		{poolsize.Factors{}, true},
		{poolsize.DefaultFactors(), true},
		{poolsize.Factors{Min: 1, Max: 1}, true},
		{poolsize.Factors{Min: 0.9}, false},
		{poolsize.Factors{Min: 1.6, Max: 1.5}, false},
		{poolsize.Factors{Min: -1, Max: 2}, false},
		{poolsize.Factors{Max: 101}, false},
		{poolsize.Factors{Min: math.NaN()}, false},
		{poolsize.Factors{Max: math.NaN()}, false},
		{poolsize.Factors{Max: math.Inf(1)}, false},
	} {
		if err := c.factors.Validate(); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.factors, err)
		}
	}
}

// The worked example of the rules.
func TestBudget(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		connections []int
		pool        int
		over        bool
	}{
		{[]int{20, 10, 8}, 40, true},
		{[]int{10, 5, 4}, 40, false},
		{[]int{20, 10, 8}, 80, false},
		{[]int{20}, 40, false},
		{[]int{20}, 41, false},
		{[]int{21}, 41, true},
		{[]int{21}, 42, false},
		{[]int{1}, 1, true},
		{nil, 1, false},
		{[]int{math.MaxInt, 1}, math.MaxInt, true},
		{[]int{-5, 3}, 6, false},
	} {
		if got := poolsize.OverBudget(poolsize.Sum(c.connections...), c.pool); got != c.over {
			t.Errorf("%v over %d: %v", c.connections, c.pool, got)
		}
	}
	if got := poolsize.Times(19, 0); got != 19 {
		t.Errorf("19 in no replica: %d", got)
	}
	if got := poolsize.Times(19, 2); got != 38 {
		t.Errorf("19 in two replicas: %d", got)
	}
	if got := poolsize.Times(math.MaxInt, 2); got != math.MaxInt {
		t.Errorf("overflow: %d", got)
	}
	if got := poolsize.Times(-3, 2); got != 0 {
		t.Errorf("nothing twice: %d", got)
	}
}

func TestOrder(t *testing.T) {
	t.Parallel()
	const s = time.Second
	for _, c := range []struct {
		connect, read, total time.Duration
		want                 []poolsize.Contradiction
	}{
		{2 * s, 10 * s, 15 * s, nil},
		{5 * s, 5 * s, 5 * s, nil},
		{2 * s, 10 * s, 8 * s, []poolsize.Contradiction{poolsize.ReadAboveTotal}},
		{12 * s, 10 * s, 30 * s, []poolsize.Contradiction{poolsize.ConnectAboveRead}},
		{12 * s, 10 * s, 8 * s, []poolsize.Contradiction{poolsize.ReadAboveTotal, poolsize.ConnectAboveRead}},
		{12 * s, 0, 8 * s, []poolsize.Contradiction{poolsize.ConnectAboveTotal}},
		{8 * s, 0, 8 * s, nil},
		{12 * s, 0, 0, nil},
		{0, 10 * s, 0, nil},
		{0, 0, 8 * s, nil},
		{-1, -1, -2, nil},
	} {
		if got := poolsize.Order(c.connect, c.read, c.total); !slices.Equal(got, c.want) {
			t.Errorf("%v < %v < %v: got %v, want %v", c.connect, c.read, c.total, got, c.want)
		}
	}
	if poolsize.TooLong(60*s) || !poolsize.TooLong(60*s+1) {
		t.Error("60 s is the longest that is not too long")
	}
}

// For the default factors the bounds equal integer arithmetic, and for any factors with a few decimals they do too.
func TestBoundsAreExact(t *testing.T) {
	t.Parallel()
	property := func(n uint16, hundredths uint8) bool {
		c := int(n) + 1
		low, high := poolsize.Factors{}.Bounds(c)
		if low != (12*c+9)/10 || high != (15*c+9)/10 {
			return false
		}
		h := 100 + int(hundredths)
		low, _ = poolsize.Factors{Min: float64(h) / 100, Max: 50}.Bounds(c)
		return low == (h*c+99)/100
	}
	if err := quick.Check(property, &quick.Config{MaxCount: 5000}); err != nil {
		t.Error(err)
	}
}

func TestMonotonic(t *testing.T) {
	t.Parallel()
	property := func(concurrent, connections, more uint16, pool uint16) bool {
		c, n, m := int(concurrent), int(connections), int(more)
		if poolsize.Below(c, n) && !poolsize.Below(c+m, n) {
			return false // more calls never make the pool large enough
		}
		if poolsize.OverBudget(n, int(pool)) && !poolsize.OverBudget(n+m, int(pool)) {
			return false // more connections never fit better
		}
		if poolsize.OverBudget(n, int(pool)) != (pool > 0 && 2*n > int(pool)) {
			return false
		}
		low, high := poolsize.Factors{}.Bounds(c)
		low2, high2 := poolsize.Factors{}.Bounds(c + m)
		return low <= low2 && high <= high2 && low <= high
	}
	if err := quick.Check(property, &quick.Config{MaxCount: 5000}); err != nil {
		t.Error(err)
	}
}
