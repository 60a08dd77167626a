package isoclient

import "github.com/reslint/reslint/internal/rule"

const name = "resisoclient"

// Checks lists what the analyzer reports.
func Checks() []*rule.Check {
	return []*rule.Check{sharedClient, sharedBreaker, sharedBulkhead, perCallClient, mutatedDefault}
}

var sharedClient = &rule.Check{
	Name: "shared-client", Guide: "R-RES-ISO-X1", Analyzer: name, Severity: rule.Error, Since: "0.1.0",
	Summary: "one client, or one round tripper with state, serves two or more systems",
}

var sharedBreaker = &rule.Check{
	Name: "shared-breaker", Guide: "R-RES-ISO-X1", Analyzer: name, Severity: rule.Error, Since: "0.1.0",
	Summary: "one circuit breaker serves two or more systems",
}

var sharedBulkhead = &rule.Check{
	Name: "shared-bulkhead", Guide: "R-RES-ISO-X1", Analyzer: name, Severity: rule.Error, Since: "0.1.0",
	Summary: "one semaphore serves two or more systems",
}

var perCallClient = &rule.Check{
	Name: "per-call-client", Guide: "R-RES-ISO-1", Analyzer: name, Severity: rule.Warning, Since: "0.1.0",
	Summary: "a client over a pool of its own is built where the call is made",
}

var mutatedDefault = &rule.Check{
	Name: "mutated-default", Guide: "R-RES-ISO-X1", Analyzer: name, Severity: rule.Error, Since: "0.1.0",
	Summary: "what the whole process or other callers use is changed",
}
