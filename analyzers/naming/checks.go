package naming

import "github.com/reslint/reslint/internal/rule"

const name = "resnaming"

// Checks lists what the analyzer reports.
func Checks() []*rule.Check { return []*rule.Check{unitName, breakerName, sectionName} }

// names is what all pages say about what counts as a name.
const names = "Names are compared by what is left without words for parts (`client`, `breaker`, `sem`, `adapter`, `settings`) and for how " +
	"something works (`http`, `retry`, `default`) at either end, without separators and without case: `CHANNEL_SERVICE_URL`, " +
	"`ChannelClient` and `channel-adapter` are one name. A longer name that has the system's in it (`sberRefunds`) is fine, and so is a plural. " +
	"A name with nothing left (`client`, `cb`) and one that is computed say nothing and are not reported."

// configure is what all pages say about settings.
const configure = "`systems.<name>.aliases` lists other names of a system, such as abbreviations, and `systems.<name>.packages` and `types` " +
	"say what belongs to it. `adapter-roots` are the folders below which each package is an adapter of one system, and `suffixes` the words " +
	"that names of adapter types end in."

var unitName = &rule.Check{
	Name: "unit-name", Guide: "R-RES-ISO-3", Analyzer: name, Severity: rule.Warning, Since: "0.1.0",
	Summary: "the parts of one isolation unit carry the names of different systems",
	Why: "An isolation unit is what serves one external system and no other: client, transport, breaker, bulkhead, settings section. Nothing in " +
		"Go ties them together but the code that wires them, and its reader goes by their names. Where the breaker is called `payments`, the " +
		"semaphore `ins` and the section `client.insurance`, the graph of an open breaker cannot be matched to the setting that would have to be " +
		"changed, and whoever adds the next system copies one of the three and wires the breaker of another system, which then opens for both.\n\n" +
		"A different name mostly is what is left of such a copy, so look first whether the part itself is right.\n\n" + names + "\n\n" +
		"The finding stands at the call or literal that puts the unit together; where the name that a breaker was given is all that is wrong, at " +
		"that name. Names seen are those of variables, fields, breakers and commands, of the adapter's type and package, and the values of the " +
		"metric label `system` and the attribute `external.system` in an adapter. Parts that serve several systems have a finding of their own " +
		"(`shared-client`, `shared-breaker`, `shared-bulkhead`) and none of this check.",
	Bad: `package wire

import (
	"net/http"

	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"
)

// InsuranceAdapter calls the insurance partner.
type InsuranceAdapter struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[any]
	sem     *semaphore.Weighted
}

func newInsurance(insuranceClient *http.Client) *InsuranceAdapter {
	insuranceBreaker := gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: "payments"})
	insuranceSem := semaphore.NewWeighted(8)
	return &InsuranceAdapter{client: insuranceClient, breaker: insuranceBreaker, sem: insuranceSem}
}

var _ = newInsurance
`,
	Good: `package wire

import (
	"net/http"

	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"
)

// InsuranceAdapter calls the insurance partner.
type InsuranceAdapter struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[any]
	sem     *semaphore.Weighted
}

func newInsurance(insuranceClient *http.Client) *InsuranceAdapter {
	insuranceBreaker := gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: "insurance"})
	insuranceSem := semaphore.NewWeighted(8)
	return &InsuranceAdapter{client: insuranceClient, breaker: insuranceBreaker, sem: insuranceSem}
}

var _ = newInsurance
`,
	HowToFix: "See whether the part is the right one, then give all parts the name that the settings section has. An abbreviation that " +
		"everybody knows can be declared as an alias.\n\n" +
		"The fix renames a breaker where its `Name` is a literal and every other name of the unit agrees. Variables, fields and semaphores are " +
		"never renamed. Dashboards and alerts that select the old name have to be changed with it.",
	Configure: configure,
}

var breakerName = &rule.Check{
	Name: "breaker-name", Guide: "R-RES-CB-X3", Analyzer: name, Severity: rule.Warning, Since: "0.1.0",
	Summary: "a circuit breaker has no name, the name default, or the name of another system's breaker",
	Why: "A breaker's name is all that its callbacks and errors carry: gobreaker hands it to `OnStateChange`, circuit and hystrix put it into " +
		"their metrics. With an empty name, or `default`, the log says that some breaker has opened, and metrics of all such breakers are one " +
		"series, in which a closed breaker overwrites an open one. Two systems' breakers under one name are the same, and worse to notice: an " +
		"alert on it names the healthy system.\n\n" +
		"Some libraries go by the name: hystrix keeps one breaker a command name, circuit's manager refuses a second one, and gobreaker's " +
		"distributed breaker stores its state under it, so there breakers with one name open together.\n\n" +
		"Two breakers of one system may have one name. Breakers of types that take no name (failsafe-go), and names that are computed, are not " +
		"reported. Across packages the finding stands in the package that builds the second breaker, or at the import of its package in the " +
		"command that has both. A breaker that `unit-name` reports gets no finding of this check.",
	Bad: `package sber

import (
	"time"

	"github.com/sony/gobreaker/v2"
)

// NewBreaker returns the breaker of the payment provider.
func NewBreaker() *gobreaker.CircuitBreaker[any] {
	return gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Timeout: 30 * time.Second})
}
`,
	Good: `package sber

import (
	"time"

	"github.com/sony/gobreaker/v2"
)

// NewBreaker returns the breaker of the payment provider.
func NewBreaker() *gobreaker.CircuitBreaker[any] {
	return gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: "sber", Timeout: 30 * time.Second})
}
`,
	HowToFix:  "Give the breaker the name of the system that it guards: the one that the settings section has. A system with several breakers gets one name with a suffix for each, such as `sber-refunds`.",
	Configure: configure,
}

var sectionName = &rule.Check{
	Name: "section-name", Guide: "R-RES-CFG-3", Analyzer: name, Severity: rule.Warning, Since: "0.1.0",
	Summary: "a settings section, environment variable or struct tag names another system than the unit that it configures",
	Why: "A section of the settings is a part of the unit: its limits, timeouts, address and credentials. Where the receipt adapter reads the " +
		"section of sber, sber's limits are changed for receipt as well, receipt's own section does nothing, and raising a timeout there during an " +
		"incident has no effect. A token that is read from another system's variable is sent to this one: a secret has left for a third party.\n\n" +
		"Such a name is nearly always left from a copy. It is looked for where a section (`cfg.Client.Sber`, `cfg.Client[\"sber\"]`) is handed to " +
		"the code of an adapter or assigned to a variable of another system, where an adapter reads an environment variable or key " +
		"(`os.Getenv(\"CLIENT__SBER__TOKEN\")`, viper, koanf), and in the tags of a struct that is named after a system.\n\n" + names,
	Bad: `package config

import "time"

// ReceiptClientSettings configures the client of the receipt service.
type ReceiptClientSettings struct {
	ConnectTimeout time.Duration ` + "`env:\"CLIENT__RECEIPT__CONNECT_TIMEOUT\" envDefault:\"2s\"`" + `
	ReadTimeout    time.Duration ` + "`env:\"CLIENT__SBER__READ_TIMEOUT\" envDefault:\"10s\"`" + `
}
`,
	Good: `package config

import "time"

// ReceiptClientSettings configures the client of the receipt service.
type ReceiptClientSettings struct {
	ConnectTimeout time.Duration ` + "`env:\"CLIENT__RECEIPT__CONNECT_TIMEOUT\" envDefault:\"2s\"`" + `
	ReadTimeout    time.Duration ` + "`env:\"CLIENT__RECEIPT__READ_TIMEOUT\" envDefault:\"10s\"`" + `
}
`,
	HowToFix: "Read the system's own section. Two systems that really have one limit or one address still get a section each, with the value " +
		"written twice or a YAML anchor, so that they can be changed apart.",
	Configure: configure + " `settings.roots` are the mappings that hold one section a system.",
}
