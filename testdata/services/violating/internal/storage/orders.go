// Package storage keeps the orders in the service's own database.
package storage

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/sony/gobreaker/v2"
)

// Orders is the table of orders.
type Orders struct {
	db      *sql.DB
	breaker *gobreaker.CircuitBreaker[sql.Result]
}

// NewOrders returns the table of orders in db.
func NewOrders(db *sql.DB) *Orders {
	return &Orders{
		db:      db,
		breaker: gobreaker.NewCircuitBreaker[sql.Result](gobreaker.Settings{Name: "orders"}),
	}
}

// Save remembers which payment belongs to the order.
func (o *Orders) Save(ctx context.Context, order, payment string) error {
	_, err := o.breaker.Execute(func() (sql.Result, error) {
		return o.db.ExecContext(ctx, `INSERT INTO orders (id, payment_id) VALUES ($1, $2)`, order, payment)
	})
	if err != nil {
		return fmt.Errorf("save order %s: %w", order, err)
	}
	return nil
}

// Pending returns the payments whose outcome is not known yet.
func (o *Orders) Pending(ctx context.Context) ([]string, error) {
	rows, err := o.db.QueryContext(ctx, `SELECT payment_id FROM orders WHERE status = 'pending'`)
	if err != nil {
		return nil, fmt.Errorf("pending orders: %w", err)
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("pending orders: %w", err)
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}
