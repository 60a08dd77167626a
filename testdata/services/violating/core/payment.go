// Package core holds the domain and the ports that the adapters implement.
package core

import (
	"context"
	"errors"
)

// ErrUnavailable says that an external system cannot serve the call now.
var ErrUnavailable = errors.New("system unavailable")

// Order is what a customer pays for.
type Order struct {
	ID     string `json:"id"`
	Amount int64  `json:"amount"`
	Email  string `json:"email"`
}

// PaymentRef is the payment provider's handle of an order.
type PaymentRef struct {
	ID     string `json:"id"`
	Status string `json:"status"`
}

// Payments takes money.
type Payments interface {
	Register(ctx context.Context, o Order) (PaymentRef, error)
	Cancel(ctx context.Context, ref PaymentRef) error
}

// Receipts issues fiscal receipts.
type Receipts interface {
	Issue(ctx context.Context, o Order) error
}

// Insurance sells a policy for an order.
type Insurance interface {
	Quote(ctx context.Context, o Order) (int64, error)
}
