// Package owners calls domains of one vendor, which begin with one name, and domains that only look a little alike.
package owners

import (
	"net/http"
	"time"
)

// An SDK takes files from the vendor's own domain for them.
type Session struct{ client *http.Client }

func New() *Session { return &Session{client: &http.Client{Timeout: time.Second}} }

func (s *Session) Me() { _, _ = s.client.Get("https://chatter.com/api/me") }

func (s *Session) Avatar() { _, _ = s.client.Get("https://cdn.chatterfiles.com/avatars/me") }

// One name in two countries is one owner as well.
func (s *Session) Local() { _, _ = s.client.Get("https://api.chatter.de/me") }

// A short name begins many others.
type Short struct{ client *http.Client }

func NewShort() *Short { return &Short{client: &http.Client{Timeout: time.Second}} } // want: shared-client "mail.com" "mailgun.com"

func (s *Short) Send() { _, _ = s.client.Get("https://api.mail.com/send") }

func (s *Short) Track() { _, _ = s.client.Get("https://api.mailgun.com/track") }

// Bare names inside a cluster are names of services, each a system.
type Cluster struct{ client *http.Client }

func NewCluster() *Cluster { return &Cluster{client: &http.Client{Timeout: time.Second}} } // want: shared-client "payments" "payments-ledger"

func (c *Cluster) Pay() { _, _ = c.client.Get("http://payments/pay") }

func (c *Cluster) Book() { _, _ = c.client.Get("http://payments-ledger/book") }

// The same letters inside a name say nothing.
type Inside struct{ client *http.Client }

func NewInside() *Inside { return &Inside{client: &http.Client{Timeout: time.Second}} } // want: shared-client "chatter.com" "smalltalkchatter.com"

func (i *Inside) Me() { _, _ = i.client.Get("https://chatter.com/api/me") }

func (i *Inside) Other() { _, _ = i.client.Get("https://smalltalkchatter.com/me") }
