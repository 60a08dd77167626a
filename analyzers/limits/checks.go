package limits

import "github.com/reslint/reslint/internal/rule"

const name = "reslimits"

// Checks lists what the analyzer reports.
func Checks() []*rule.Check {
	return []*rule.Check{noTimeout, sharedDefaultTransport, missingLimits, timeoutOrder, deadlineBelowTimeout, longReadTimeout}
}

var noTimeout = &rule.Check{
	Name: "no-timeout", Guide: "R-RES-TO-X1", Analyzer: name, Severity: rule.Error, Since: "0.1.0",
	Summary: "a client is built, or a default one is used, and some request through it may wait for ever",
}

var sharedDefaultTransport = &rule.Check{
	Name: "shared-default-transport", Guide: "R-RES-ISO-X2", Analyzer: name, Severity: rule.Warning, Since: "0.1.0",
	Summary: "the client's connections come from the process-wide http.DefaultTransport",
}

var missingLimits = &rule.Check{
	Name: "missing-limits", Guide: "R-RES-ISO-X2", Analyzer: name, Severity: rule.Warning, Since: "0.1.0",
	Summary: "the client has a transport of its own and it is not bounded",
}

var timeoutOrder = &rule.Check{
	Name: "timeout-order", Guide: "R-RES-TO-X2", Analyzer: name, Severity: rule.Error, Since: "0.1.0",
	Summary: "known values contradict connect < read < total",
}

var deadlineBelowTimeout = &rule.Check{
	Name: "deadline-below-timeout", Guide: "R-RES-TO-3", Analyzer: name, Severity: rule.Note, Since: "0.1.0",
	Summary: "a known deadline around a call is shorter than the client's own timeout, which can then never act",
}

var longReadTimeout = &rule.Check{
	Name: "long-read-timeout", Guide: "R-RES-TO-X3", Analyzer: name, Severity: rule.Note, Since: "0.1.0",
	Summary: "a known read timeout is over 60 s",
}
