// Package ports has the interfaces.
package ports

// Payments has one implementation in the module.
type Payments interface {
	Register() error
	Refund() error
}
