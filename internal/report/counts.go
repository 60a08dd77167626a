package report

import (
	"fmt"
	"strings"
)

// Counts say what a run has seen, so that silence is not taken for health.
type Counts struct {
	Packages  int `json:"packages"`  // checked, without their tests
	Clients   int `json:"clients"`   // HTTP and gRPC clients built
	Systems   int `json:"systems"`   // external systems, by name
	Breakers  int `json:"breakers"`  // circuit breakers built
	Bulkheads int `json:"bulkheads"` // semaphores built
	Databases int `json:"databases"` // database pools built
	Settings  int `json:"settings"`  // settings files read
}

// A kind is one of the things that are counted.
type kind struct {
	name      string // in JSON and in flags
	one, many string
	always    bool // in the summary even when there are none
	of        func(*Counts) int
}

func kinds() []kind {
	return []kind{
		{"packages", "package", "packages", true, func(c *Counts) int { return c.Packages }},
		{"clients", "client", "clients", true, func(c *Counts) int { return c.Clients }},
		{"systems", "system", "systems", true, func(c *Counts) int { return c.Systems }},
		{"breakers", "breaker", "breakers", false, func(c *Counts) int { return c.Breakers }},
		{"bulkheads", "bulkhead", "bulkheads", false, func(c *Counts) int { return c.Bulkheads }},
		{"databases", "database pool", "database pools", false, func(c *Counts) int { return c.Databases }},
		{"settings", "settings file", "settings files", false, func(c *Counts) int { return c.Settings }},
	}
}

// CountNames lists what is counted, as Of takes it.
func CountNames() []string {
	var names []string
	for _, k := range kinds() {
		names = append(names, k.name)
	}
	return names
}

// Of gives one count by its name.
func (c Counts) Of(name string) (n int, ok bool) {
	for _, k := range kinds() {
		if k.name == name {
			return k.of(&c), true
		}
	}
	return 0, false
}

// Summary is the last line of a run: "12 packages, 7 clients, 4 systems, 2 breakers: 3 findings".
func (r *Report) Summary() string {
	var parts []string
	for _, k := range kinds() {
		if n := k.of(&r.Counts); n > 0 || k.always {
			parts = append(parts, amount(n, k.one, k.many))
		}
	}
	return strings.Join(parts, ", ") + ": " + amount(len(r.Findings), "finding", "findings")
}

func amount(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}
