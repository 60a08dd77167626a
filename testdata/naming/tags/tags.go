// Package tags names settings in struct tags.
package tags

import "time"

type SberClientSettings struct {
	ConnectTimeout time.Duration `env:"CLIENT__SBER__CONNECT_TIMEOUT" envDefault:"2s"`
	ReadTimeout    time.Duration `env:"CLIENT__SBER__READ_TIMEOUT" envDefault:"10s"`
}

type InsuranceClientSettings struct {
	ConnectTimeout time.Duration `env:"CLIENT__INSURANCE__CONNECT_TIMEOUT" envDefault:"2s"`
	ReadTimeout    time.Duration `env:"CLIENT__SBER__READ_TIMEOUT" envDefault:"10s"` // want: section-name "CLIENT__SBER__READ_TIMEOUT is a setting of sber and configures insurance"
	WriteTimeout   time.Duration `env:"CLIENT__SBER__WRITE_TIMEOUT"`                 // want: section-name
}

// ReceiptSettings has flat names.
type ReceiptSettings struct {
	ConnectTimeout time.Duration `env:"RECEIPT_CONNECT_TIMEOUT" envDefault:"2s"`
	ReadTimeout    time.Duration `env:"SBER_READ_TIMEOUT" envDefault:"2s"` // want: section-name
}

// PaymentsSettings has another name than its section, throughout: that is how the project calls it.
type PaymentsSettings struct {
	ConnectTimeout time.Duration `env:"CLIENT__ACQUIRER__CONNECT_TIMEOUT" envDefault:"2s"`
	ReadTimeout    time.Duration `env:"CLIENT__ACQUIRER__READ_TIMEOUT" envDefault:"10s"`
}

// ServerSettings is no system's.
type ServerSettings struct {
	ReadTimeout  time.Duration `env:"HTTP_READ_TIMEOUT" envDefault:"10s"`
	WriteTimeout time.Duration `env:"APP_WRITE_TIMEOUT" envDefault:"10s"`
}

// Outer gives its settings the prefix of the field's system.
type Outer struct {
	Mir MirSettings `envPrefix:"CLIENT__MIR__"`
}

type MirSettings struct {
	ReadTimeout time.Duration `env:"READ_TIMEOUT" envDefault:"10s"`
}
