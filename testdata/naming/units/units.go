// Package units puts units together in calls, with adapter types to tell whose they are.
package units

import (
	"net/http"

	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"

	"example.com/fixtures/naming"
)

type SberAdapter struct{}

func NewSberAdapter(client *http.Client, breaker *naming.Breaker, sem *semaphore.Weighted) *SberAdapter {
	return &SberAdapter{}
}

type InsuranceAdapter struct{}

func NewInsuranceAdapter(client *http.Client, breaker *naming.Breaker, sem *semaphore.Weighted) *InsuranceAdapter {
	return &InsuranceAdapter{}
}

// Port is what the core calls; the function's name says whose adapter it is.
type Port interface{ Ping() }

func NewReceiptGateway(client *http.Client, breaker *naming.Breaker) Port { return nil }

type OdnaKassaClient struct{}

func NewOdnaKassaClient(client *http.Client, breaker *naming.Breaker) *OdnaKassaClient { return nil }

// PaymentGateway is named for what it does, not for the system behind it.
type PaymentGateway struct{}

func NewPaymentGateway(client *http.Client, breaker *naming.Breaker) *PaymentGateway { return nil }

func allOfOneName() {
	sberClient := naming.Client()
	sberBreaker := naming.Named("sber")
	sberSem := semaphore.NewWeighted(8)
	NewSberAdapter(sberClient, sberBreaker, sberSem) // one name throughout
}

func otherStyles() {
	odna_kassa_client := naming.Client()
	ODNAKASSA_CB := naming.Named("odna-kassa")
	NewOdnaKassaClient(odna_kassa_client, ODNAKASSA_CB) // one name in four styles
}

func longerNames() {
	sberRefundsClient := naming.Client()
	sberBreaker := naming.Named("sber-refunds")
	NewSberAdapter(sberRefundsClient, sberBreaker, nil) // a part for one thing that the system does
}

func withoutStems() {
	httpClient := naming.Client()
	cb := naming.Named("circuit-breaker")
	uploadSem := semaphore.NewWeighted(8)
	NewSberAdapter(httpClient, cb, uploadSem) // none of these names says a system
}

func computed(name string) {
	sberClient := naming.Client()
	cb := naming.Named(name + "-x")
	NewSberAdapter(sberClient, cb, nil) // nobody knows the name yet
}

func domainNames() {
	stripeClient := naming.Client()
	stripeBreaker := naming.Named("stripe")
	NewPaymentGateway(stripeClient, stripeBreaker) // the parts agree, and the type says what it is for
}

func copied() {
	insuranceClient := naming.Client()
	sberBreaker := naming.Named("sber")
	insuranceSem := semaphore.NewWeighted(8)
	NewInsuranceAdapter(insuranceClient, sberBreaker, insuranceSem) // want: unit-name:warning "adapter InsuranceAdapter, client insuranceClient, circuit breaker sberBreaker named" "sber" "and bulkhead insuranceSem"
}

func wholeUnitOfAnother() {
	sberClient := naming.Client()
	sberSem := semaphore.NewWeighted(8)
	NewInsuranceAdapter(sberClient, nil, sberSem) // want: unit-name
}

func oneOddVariable() {
	insuranceClient := naming.Client()
	insuranceBreaker := naming.Named("insurance")
	paymentsSem := semaphore.NewWeighted(8)
	NewInsuranceAdapter(insuranceClient, insuranceBreaker, paymentsSem) // want: unit-name
}

func oddConstant() {
	insuranceClient := naming.Client()
	breaker := gobreaker.NewCircuitBreaker[[]byte](gobreaker.Settings{Name: "payments"}) // want: unit-name "named" "payments"
	NewInsuranceAdapter(insuranceClient, breaker, nil)
}

func oddConstantInHelper() {
	insuranceClient := naming.Client()
	insuranceBreaker := naming.Named("payments") // want: unit-name
	NewInsuranceAdapter(insuranceClient, insuranceBreaker, nil)
}

func constantAlone() {
	client := naming.Client()
	cb := gobreaker.NewCircuitBreaker[[]byte](gobreaker.Settings{Name: "fiscal"}) // want: unit-name "adapter ReceiptGateway"
	NewReceiptGateway(client, cb)
}

func constantAndVariable() {
	sberClient := naming.Client()
	insuranceBreaker := gobreaker.NewCircuitBreaker[[]byte](gobreaker.Settings{Name: "insurance"})
	NewSberAdapter(sberClient, insuranceBreaker, nil) // want: unit-name
}

func twice() {
	sberClient := naming.Client()
	cb := gobreaker.NewCircuitBreaker[[]byte](gobreaker.Settings{Name: "payments"}) // want: unit-name
	sberSem := semaphore.NewWeighted(8)
	NewSberAdapter(sberClient, cb, nil)
	NewSberAdapter(sberClient, cb, sberSem) // reported once, at the name
}

func otherAndNameless() {
	insuranceClient := naming.Client()
	sberBreaker := gobreaker.NewCircuitBreaker[[]byte](gobreaker.Settings{Name: "default"}) // the unit has the finding
	NewInsuranceAdapter(insuranceClient, sberBreaker, nil)                                  // want: unit-name
}

var _ = []any{otherAndNameless, allOfOneName, otherStyles, longerNames, withoutStems, computed, domainNames, copied, wholeUnitOfAnother, oneOddVariable,
	oddConstant, oddConstantInHelper, constantAlone, constantAndVariable, twice}
