// Package slack is an adapter.
package slack

import "example.com/fixtures/isoclient/apart/basepkg/rest"

type Adapter struct{ *rest.Client }

func New() *Adapter { return &Adapter{rest.New("https://hooks.slack.com")} }

func (a *Adapter) Send() { a.Get("/x") }
