package lifecycle

import "github.com/reslint/reslint/internal/rule"

const name = "reslifecycle"

// Checks lists what the analyzer reports.
func Checks() []*rule.Check {
	return []*rule.Check{permitLeak, releaseWithoutAcquire, acquireWithoutDeadline, unboundedFanout, closeBeforeDrain, clientNotClosed, hardCodedLimits}
}

var permitLeak = &rule.Check{Name: "permit-leak", Guide: "R-RES-BH-1", Analyzer: name, Severity: rule.Error, Since: "0.1.0"}
var releaseWithoutAcquire = &rule.Check{Name: "release-without-acquire", Guide: "R-RES-BH-1", Analyzer: name, Severity: rule.Error, Since: "0.1.0"}
var acquireWithoutDeadline = &rule.Check{Name: "acquire-without-deadline", Guide: "R-RES-BH-3", Analyzer: name, Severity: rule.Warning, Since: "0.1.0"}
var unboundedFanout = &rule.Check{Name: "unbounded-fanout", Guide: "R-RES-BH-1", Analyzer: name, Severity: rule.Warning, Since: "0.1.0"}
var closeBeforeDrain = &rule.Check{Name: "close-before-drain", Guide: "R-RES-LC-1", Analyzer: name, Severity: rule.Error, Since: "0.1.0"}
var clientNotClosed = &rule.Check{Name: "client-not-closed", Guide: "R-RES-LC-2", Analyzer: name, Severity: rule.Note, Since: "0.1.0"}
var hardCodedLimits = &rule.Check{Name: "hard-coded-limits", Guide: "R-RES-CFG-1", Analyzer: name, Severity: rule.Note, Since: "0.1.0", Off: true}
