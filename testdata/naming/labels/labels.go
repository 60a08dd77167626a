// Package labels is nobody's adapter, and may label calls of every system.
package labels

import "go.opentelemetry.io/otel/attribute"

var (
	Sber    = attribute.String("external.system", "sber")
	Receipt = attribute.String("external.system", "receipt")
)
