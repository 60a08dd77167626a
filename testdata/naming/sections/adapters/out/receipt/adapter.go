// Package receipt is an adapter that takes settings.
package receipt

import "example.com/fixtures/naming/sections/config"

// Adapter calls receipt.
type Adapter struct{ URL string }

// New takes a section.
func New(c config.Section, url string) *Adapter { return &Adapter{URL: c.URL + url} }
