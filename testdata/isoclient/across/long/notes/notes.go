// Package notes sends notes to two systems.
package notes

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type Config struct{ ChatURL, MailURL string }

type Notifier struct {
	config Config
	client *http.Client
}

func New(c Config) *Notifier {
	return &Notifier{config: c, client: kit.Client()} // want: shared-client:warning
}

func (n *Notifier) Notify() {
	_, _ = n.client.Get(n.config.ChatURL)
	_, _ = n.client.Get(n.config.MailURL)
}
