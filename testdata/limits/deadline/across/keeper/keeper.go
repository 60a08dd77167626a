// Package keeper keeps what it is handed, and calls it.
package keeper

import (
	"context"
	"net/http"
)

// Getter is what it keeps.
type Getter interface {
	Get(ctx context.Context, url string) error
}

var kept []Getter

// Keep keeps one.
func Keep(g Getter) { kept = append(kept, g) }

// Run calls all.
func Run(ctx context.Context) error {
	for _, g := range kept {
		if err := g.Get(ctx, "https://example.com"); err != nil {
			return err
		}
	}
	return nil
}

// Doer is a client.
type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

var doer Doer

// Use takes a client.
func Use(d Doer) { doer = d }

// Send sends.
func Send(req *http.Request) (*http.Response, error) { return doer.Do(req) }
