// Package session is what every source is handed.
package session

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type Session struct{ Client *http.Client }

func New() *Session { return &Session{Client: kit.Client()} }

func (s *Session) Get(url string) (*http.Response, error) { return s.Client.Get(url) }

// A Source looks something up.
type Source interface {
	Run(s *Session, domain string)
}
