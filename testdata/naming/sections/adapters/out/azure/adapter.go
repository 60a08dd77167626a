// Package azure is an adapter that has the name of a platform.
package azure

import "example.com/fixtures/naming/sections/config"

// Adapter calls azure.
type Adapter struct{ URL string }

// New takes a section.
func New(c config.Section) *Adapter { return &Adapter{URL: c.URL} }
