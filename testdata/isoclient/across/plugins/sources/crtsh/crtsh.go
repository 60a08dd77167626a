// Package crtsh is a source.
package crtsh

import "example.com/fixtures/isoclient/across/plugins/session"

type Source struct{}

func (Source) Run(s *session.Session, domain string) { _, _ = s.Get("https://crt.sh/?q=" + domain) }
