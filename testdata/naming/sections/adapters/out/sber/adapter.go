// Package sber is an adapter that takes settings.
package sber

import "example.com/fixtures/naming/sections/config"

// Adapter calls sber.
type Adapter struct{ URL string }

// New takes a section.
func New(c config.Section, url string) *Adapter { return &Adapter{URL: c.URL + url} }
