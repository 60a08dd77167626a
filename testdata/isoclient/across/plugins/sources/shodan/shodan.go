// Package shodan is a source.
package shodan

import "example.com/fixtures/isoclient/across/plugins/session"

type Source struct{}

func (Source) Run(s *session.Session, domain string) {
	_, _ = s.Get("https://api.shodan.io/dns/" + domain)
}
