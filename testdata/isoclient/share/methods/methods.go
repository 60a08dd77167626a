// Package methods calls two systems from methods of one type.
package methods

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type Notifier struct{ client *http.Client }

func New() *Notifier {
	return &Notifier{client: kit.Client()} // want: shared-client
}

func (n *Notifier) Slack() { _, _ = n.client.Get("https://hooks.slack.com") }
func (n *Notifier) Pager() { _, _ = n.client.Get("https://events.pagerduty.com") }

// The service fetches its own token elsewhere: the token endpoint and the API of one adapter type are one system.
type Adapter struct{ client *http.Client }

func NewAdapter() *Adapter { return &Adapter{client: kit.Client()} }

func (a *Adapter) token() {
	_, _ = a.client.Post("https://login.microsoftonline.com/oauth2/v2.0/token", "", nil)
}
func (a *Adapter) Mail() { a.token(); _, _ = a.client.Get("https://graph.microsoft.com/v1.0/me") }
