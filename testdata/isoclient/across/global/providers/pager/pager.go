// Package pager uses the client that all use.
package pager

import "example.com/fixtures/isoclient/across/global/httpclient"

type Sender struct{ URL string }

func (s *Sender) Send() { _, _ = httpclient.Default.Get(s.URL) }
