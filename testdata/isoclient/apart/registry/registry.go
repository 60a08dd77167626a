// Package registry keys what it holds by system.
package registry

import (
	"net/http"
	"sync"

	"golang.org/x/sync/semaphore"

	"example.com/fixtures/isoclient/kit"
)

func slack(c *http.Client) { _, _ = c.Get("https://hooks.slack.com") }
func pager(c *http.Client) { _, _ = c.Get("https://events.pagerduty.com") }

type clients struct {
	mu sync.Mutex
	m  map[string]*http.Client
}

// One client a key.
func (c *clients) get(key string) *http.Client {
	c.mu.Lock()
	defer c.mu.Unlock()
	if got, ok := c.m[key]; ok {
		return got
	}
	made := kit.Client()
	c.m[key] = made
	return made
}

func viaMap(c *clients) {
	slack(c.get("slack"))
	pager(c.get("pager"))
}

var bySystem sync.Map

// One client a key.
func load(key string) *http.Client {
	c, _ := bySystem.LoadOrStore(key, kit.Client())
	return c.(*http.Client)
}

func viaSyncMap() {
	slack(load("slack"))
	pager(load("pager"))
}

type unit struct {
	client *http.Client
	sem    *semaphore.Weighted
}

type units struct{ slack, pager unit }

// A struct of units, or of maps of them.
func viaStruct() {
	u := units{slack: unit{kit.Client(), semaphore.NewWeighted(1)}, pager: unit{kit.Client(), semaphore.NewWeighted(1)}}
	slack(u.slack.client)
	pager(u.pager.client)
}

var table = map[string]*http.Client{"slack": kit.Client(), "pager": kit.Client()}

func viaTable() {
	slack(table["slack"])
	pager(table["pager"])
}

var list = [2]*http.Client{kit.Client(), kit.Client()}

func viaArray() {
	slack(list[0])
	pager(list[1])
}

// All entries of the map are one client.
func oneForAll() {
	c := kit.Client() // want: shared-client
	m := map[string]*http.Client{"slack": c, "pager": c}
	slack(m["slack"])
	pager(m["pager"])
}
