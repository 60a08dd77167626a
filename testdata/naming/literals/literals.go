// Package literals puts units together in literals.
package literals

import (
	"net/http"

	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"

	"example.com/fixtures/naming"
)

type SberAdapter struct {
	client  *http.Client
	breaker *naming.Breaker
	sem     *semaphore.Weighted
}

type unit struct {
	client  *http.Client
	breaker *naming.Breaker
	sem     *semaphore.Weighted
}

type service struct {
	sberClient, receiptClient *http.Client
	sberBreaker               *naming.Breaker
	receiptBreaker            *naming.Breaker
}

func inPlace() *SberAdapter {
	return &SberAdapter{
		client:  naming.Client(),
		breaker: gobreaker.NewCircuitBreaker[[]byte](gobreaker.Settings{Name: "sber"}), // the name of its adapter
		sem:     semaphore.NewWeighted(8),
	}
}

func copiedInPlace() *SberAdapter {
	return &SberAdapter{
		client:  naming.Client(),
		breaker: gobreaker.NewCircuitBreaker[[]byte](gobreaker.Settings{Name: "receipt"}), // want: unit-name
		sem:     semaphore.NewWeighted(8),
	}
}

func majority() unit {
	sberClient := naming.Client()
	sberBreaker := naming.Named("sber")
	insuranceSem := semaphore.NewWeighted(8)
	return unit{client: sberClient, breaker: sberBreaker, sem: insuranceSem} // want: unit-name "client sberClient, circuit breaker sberBreaker named" "sber" "and bulkhead insuranceSem"
}

func twoNamesOnly() unit {
	acmeClient := naming.Client()
	previewSem := semaphore.NewWeighted(8)
	return unit{client: acmeClient, sem: previewSem} // preview may be what acme is asked for
}

func twoSystems() service {
	return service{ // a literal with the parts of several units
		sberClient: naming.Client(), receiptClient: naming.Client(),
		sberBreaker: naming.Named("sber"), receiptBreaker: naming.Named("receipt"),
	}
}

type PostgresClient struct {
	client  *http.Client
	breaker *naming.Breaker
}

func abbreviated() *PostgresClient {
	pgClient, pgCB := naming.Client(), naming.Named("postgres")
	return &PostgresClient{client: pgClient, breaker: pgCB} // everybody knows what pg is
}

var _ = []any{abbreviated, inPlace, copiedInPlace, majority, twoNamesOnly, twoSystems}
