// Package sqldb has breakers around database/sql.
package sqldb

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/afex/hystrix-go/hystrix"
	"github.com/cep21/circuit/v4"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"
)

type Orders struct {
	db      *sql.DB
	breaker *gobreaker.CircuitBreaker[int]
	two     *gobreaker.TwoStepCircuitBreaker[int]
	circuit *circuit.Circuit
	policy  circuitbreaker.CircuitBreaker[int]
	sem     *semaphore.Weighted
	client  *http.Client
}

func (o *Orders) Count(ctx context.Context) (int, error) {
	return o.breaker.Execute(func() (int, error) { // want: wrapper-on-local
		var n int
		err := o.db.QueryRowContext(ctx, "SELECT count(*) FROM orders").Scan(&n)
		return n, err
	})
}

func (o *Orders) count(ctx context.Context) (int, error) {
	rows, err := o.db.QueryContext(ctx, "SELECT id FROM orders")
	if err != nil {
		return 0, fmt.Errorf("orders: %w", err)
	}
	defer rows.Close()
	n := 0
	for rows.Next() {
		n++
	}
	slog.Info("orders", "n", n)
	return n, rows.Err()
}

func (o *Orders) Helper(ctx context.Context) (int, error) {
	return o.breaker.Execute(func() (int, error) { return o.count(ctx) }) // want: wrapper-on-local
}

func (o *Orders) Tx(ctx context.Context) (int, error) {
	return o.breaker.Execute(func() (int, error) { // want: wrapper-on-local
		tx, err := o.db.BeginTx(ctx, nil)
		if err != nil {
			return 0, err
		}
		defer func() { _ = tx.Rollback() }()
		if _, err := tx.ExecContext(ctx, "UPDATE orders SET n = n + 1"); err != nil {
			return 0, err
		}
		return 1, tx.Commit()
	})
}

func (o *Orders) all() (int, error) { return o.count(context.Background()) }

func (o *Orders) Value() (int, error) { return o.breaker.Execute(o.all) } // want: wrapper-on-local

func (o *Orders) Circuit(ctx context.Context) error {
	return o.circuit.Run(ctx, func(ctx context.Context) error { // want: wrapper-on-local
		_, err := o.count(ctx)
		return err
	})
}

func (o *Orders) Hystrix(ctx context.Context) error {
	return hystrix.Do("orders", func() error { // want: wrapper-on-local
		_, err := o.count(ctx)
		return err
	}, nil)
}

func (o *Orders) Failsafe() (int, error) {
	return failsafe.With[int](o.policy).Get(o.all) // want: wrapper-on-local
}

// no finding: a bulkhead in front of the database is a limit and no breaker
func (o *Orders) Limited(ctx context.Context) (int, error) {
	if err := o.sem.Acquire(ctx, 1); err != nil {
		return 0, err
	}
	defer o.sem.Release(1)
	return o.count(ctx)
}

// no finding: the callback calls out too
func (o *Orders) Mixed(ctx context.Context) (int, error) {
	return o.breaker.Execute(func() (int, error) {
		n, err := o.count(ctx)
		if err != nil {
			return 0, err
		}
		resp, err := o.client.Get("https://orders.example")
		if err != nil {
			return 0, err
		}
		return n, resp.Body.Close()
	})
}

// no finding: what the parameter does is not known
func (o *Orders) Param(f func() (int, error)) (int, error) { return o.breaker.Execute(f) }

// no finding: what the parameter does is not known
func (o *Orders) Around(f func() (int, error)) (int, error) {
	return o.breaker.Execute(func() (int, error) {
		if _, err := o.all(); err != nil {
			return 0, err
		}
		return f()
	})
}

// no finding: an outcome is recorded, and nothing is run
func (o *Orders) Record(err error) {
	_, _ = o.breaker.Execute(func() (int, error) { return 0, err })
}
