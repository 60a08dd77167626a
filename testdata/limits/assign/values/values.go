// Package values takes the timeout from everywhere.
package values

import (
	"flag"
	"net/http"
	"os"
	"strconv"
	"time"

	"example.com/fixtures/limits/pool"
)

const (
	second  = time.Second
	nothing = second - second
	units   = 0
)

var (
	neverSet  time.Duration
	alsoNever = 0 * time.Second
	set       = 5 * time.Second
	byFlag    time.Duration
	byInit    time.Duration
	byOther   time.Duration
	asFlag    = flag.Duration("t", 0, "timeout")
)

func init() {
	flag.DurationVar(&byFlag, "timeout", 0, "timeout")
	byInit = 3 * time.Second
}

// SetOther is called by who knows whom.
func SetOther(d time.Duration) { byOther = d }

var (
	literal    = &http.Client{Transport: pool.New(), Timeout: 0}                   // want: no-timeout
	constant   = &http.Client{Transport: pool.New(), Timeout: nothing}             // want: no-timeout
	product    = &http.Client{Transport: pool.New(), Timeout: units * time.Second} // want: no-timeout
	negative   = &http.Client{Transport: pool.New(), Timeout: -1}                  // want: no-timeout
	converted  = &http.Client{Transport: pool.New(), Timeout: time.Duration(0)}    // want: no-timeout
	variable   = &http.Client{Transport: pool.New(), Timeout: neverSet}            // want: no-timeout
	variable2  = &http.Client{Transport: pool.New(), Timeout: alsoNever}           // want: no-timeout
	arithmetic = &http.Client{Transport: pool.New(), Timeout: neverSet * 2}        // want: no-timeout
)

// Constants and variables that are more than zero.
var (
	seconds  = &http.Client{Transport: pool.New(), Timeout: second}
	sum      = &http.Client{Transport: pool.New(), Timeout: second + set}
	assigned = &http.Client{Transport: pool.New(), Timeout: set}
	number   = &http.Client{Transport: pool.New(), Timeout: 1e9}
)

// What is assigned somewhere is not a constant: set.
func known() (_, _, _ *http.Client) {
	a := &http.Client{Transport: pool.New(), Timeout: byFlag}
	b := &http.Client{Transport: pool.New(), Timeout: byInit}
	c := &http.Client{Transport: pool.New(), Timeout: byOther}
	return a, b, c
}

// A flag by pointer.
func flagged() *http.Client { return &http.Client{Transport: pool.New(), Timeout: *asFlag} }

// The environment.
func environment() (*http.Client, error) {
	d, err := time.ParseDuration(os.Getenv("TIMEOUT"))
	if err != nil {
		return nil, err
	}
	n, _ := strconv.Atoi(os.Getenv("N"))
	c := &http.Client{Transport: pool.New(), Timeout: time.Duration(n) * time.Second}
	c.Timeout = d
	return c, nil
}

// A library must keep a timeout of zero that its caller chose.
func Given(d time.Duration) *http.Client {
	return &http.Client{Transport: pool.New(), Timeout: d}
}

// The settings of a caller.
func FromSettings(s struct{ Seconds int }) *http.Client {
	return &http.Client{Transport: pool.New(), Timeout: time.Duration(s.Seconds) * time.Second}
}

func build(d time.Duration) *http.Client {
	return &http.Client{Transport: pool.New(), Timeout: d} // want: no-timeout
}

// One of the callers passes zero.
var (
	_ = build(time.Second)
	_ = build(0)
)
