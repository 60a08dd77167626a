// Package config is what the fixtures read their settings from.
package config

// Config is all settings.
type Config struct {
	Client  Clients
	Clients map[string]Section
	Sber    SberSettings
	Receipt ReceiptSettings
	HTTP    HTTPSettings
}

// Clients has one section a system.
type Clients struct{ Sber, Receipt, Azure, Default Section }

// Section is the settings of one system.
type Section struct {
	URL           string
	MaxConcurrent int64
}

// SberSettings are sber's.
type SberSettings struct{ URL string }

// ReceiptSettings are receipt's.
type ReceiptSettings struct{ URL string }

// HTTPSettings are everybody's.
type HTTPSettings struct{ URL string }
