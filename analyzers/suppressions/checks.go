package suppressions

import "github.com/reslint/reslint/internal/rule"

const name = "ressuppressions"

// Checks lists what the analyzer reports.
func Checks() []*rule.Check {
	return []*rule.Check{badSuppression, unusedSuppression}
}

var badSuppression = &rule.Check{
	Name: "bad-suppression", Analyzer: name, Severity: rule.Warning, Since: "0.1.0",
	Summary: "a reslint comment is malformed, gives no reason or names a check that does not exist, so it silences nothing",
	Why: "A suppression is a decision, and the next reader needs the reason for it. One without a reason, or with a " +
		"misspelt check, silences nothing: its author believes that the matter is settled while the finding is still " +
		"there, or comes back. `//nolint` is golangci-lint's and is not judged here.",
	Bad: `package sber

import "net/http"

// New returns the client of the payment provider.
func New() *http.Client {
	//reslint:ignore no-timeout
	return &http.Client{Transport: http.DefaultTransport}
}
`,
	Good: `package sber

import "net/http"

// New returns the client of the payment provider.
func New() *http.Client {
	//reslint:ignore no-timeout,shared-default-transport -- one-off migration, ends with its job
	return &http.Client{Transport: http.DefaultTransport}
}
`,
	HowToFix: "Write `//reslint:ignore CHECK[,CHECK] -- reason`, without a space behind `//`, on the line of the finding, " +
		"on the line above it, or above the declaration that holds it. In YAML and `.env` files it is " +
		"`# reslint:ignore CHECK -- reason`. `reslint rules` lists the names of the checks.",
}

var unusedSuppression = &rule.Check{
	Name: "unused-suppression", Analyzer: name, Severity: rule.Warning, Since: "0.1.0",
	Summary: "a reslint comment silences a check that finds nothing there",
	Why: "The code was mended, or the comment stands in the wrong place. Left behind, it silences the next finding at " +
		"the same line, which nobody has looked at. A check that the configuration turns off is not counted, nor are " +
		"comments in files that reslint does not report on.",
	Bad: `package sber

import (
	"net/http"
	"time"
)

//reslint:ignore no-timeout -- the provider's sandbox answers slowly
var deadline = 10 * time.Second

// Get asks for the state of a payment.
func Get(c *http.Client, req *http.Request) (*http.Response, error) { return c.Do(req) }
`,
	Good: `package sber

import (
	"net/http"
	"time"
)

var deadline = 10 * time.Second

// Get asks for the state of a payment.
func Get(c *http.Client, req *http.Request) (*http.Response, error) { return c.Do(req) }
`,
	HowToFix: "Delete the comment, or the name of that check in it. Where the finding depends on build tags, check " +
		"with all of them (`-tags`) first.",
}
