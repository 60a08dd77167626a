// Package literals has limits in code.
package literals

import (
	"database/sql"
	"net"
	"net/http"
	"time"

	failsafe "github.com/failsafe-go/failsafe-go/bulkhead"
	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
)

const callTimeout = 5 * time.Second

type settings struct {
	Timeout time.Duration
	Max     int
}

func literals(db *sql.DB) {
	_ = &http.Client{
		Timeout: callTimeout, // want: hard-coded-limits
		Transport: &http.Transport{
			DialContext:         (&net.Dialer{Timeout: time.Second}).DialContext, // want: hard-coded-limits
			MaxConnsPerHost:     20,                                              // want: hard-coded-limits
			MaxIdleConnsPerHost: 10,                                              // want: hard-coded-limits
			IdleConnTimeout:     90 * time.Second,                                // want: hard-coded-limits
			ForceAttemptHTTP2:   true,                                            // no limit
		},
	}
	_ = gobreaker.NewCircuitBreaker[any](gobreaker.Settings{
		Name:        "sber",
		MaxRequests: 1,                // want: hard-coded-limits
		Timeout:     30 * time.Second, // want: hard-coded-limits
	})
	_ = semaphore.NewWeighted(16) // want: hard-coded-limits
	_ = failsafe.New[any](16)     // want: hard-coded-limits
	var g errgroup.Group
	g.SetLimit(8)          // want: hard-coded-limits
	db.SetMaxOpenConns(40) // want: hard-coded-limits
}

// What comes from settings, and what says "no limit".
func fromSettings(s settings, db *sql.DB) {
	_ = &http.Client{
		Timeout: s.Timeout,
		Transport: &http.Transport{
			MaxConnsPerHost:     s.Max,
			MaxIdleConnsPerHost: -1,
			MaxIdleConns:        0,
		},
	}
	_ = semaphore.NewWeighted(int64(s.Max))
	var g errgroup.Group
	g.SetLimit(-1)
	g.SetLimit(s.Max)
	db.SetMaxOpenConns(s.Max)
	_ = (&http.Server{ReadTimeout: time.Second}).Addr // inbound
	_ = http.StatusOK
}
