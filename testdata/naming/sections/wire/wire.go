// Package wire hands sections to adapters.
package wire

import (
	"os"

	"golang.org/x/sync/semaphore"

	"example.com/fixtures/naming/sections/adapters/out/azure"
	"example.com/fixtures/naming/sections/adapters/out/receipt"
	"example.com/fixtures/naming/sections/adapters/out/sber"
	"example.com/fixtures/naming/sections/config"
)

func sections(cfg *config.Config) {
	sber.New(cfg.Client.Sber, "")
	receipt.New(cfg.Client.Receipt, "")
	receipt.New(cfg.Client.Sber, "")     // want: section-name:warning "the settings of Sber configure package receipt"
	receipt.New(cfg.Clients["sber"], "") // want: section-name
	receipt.New(cfg.Clients["default"], "")
	receipt.New(cfg.Client.Receipt, cfg.Client.Sber.URL)   // want: section-name
	receipt.New(cfg.Client.Receipt, cfg.Sber.URL)          // want: section-name
	receipt.New(cfg.Client.Receipt, cfg.HTTP.URL)          // of no system
	receipt.New(cfg.Client.Receipt, os.Getenv("SBER_URL")) // want: section-name
	receipt.New(cfg.Client.Receipt, os.Getenv("RECEIPT_SERVICE_URL"))
	azure.New(cfg.Client.Azure)
	receipt.New(cfg.Client.Receipt, os.Getenv("AZURE_TOKEN_URL"))            // want: section-name
	receipt.New(cfg.Client.Receipt, os.Getenv("AZURE_FEDERATED_TOKEN_FILE")) // the platform's, for whoever has to say who it is
}

func variables(cfg *config.Config, name string) {
	receiptSettings := cfg.Clients["sber"] // want: section-name "the settings of sber configure receiptSettings"
	receipt.New(receiptSettings, "")       // said where it is read
	s := cfg.Client.Sber
	receipt.New(s, "") // want: section-name
	sber.New(s, "")
	sberSettings := cfg.Clients["sber"]
	receipt.New(sberSettings, "") // want: section-name
	other := cfg.Clients[name]
	receipt.New(other, "") // known at run time only
}

func sizes(cfg *config.Config) {
	sberSem := semaphore.NewWeighted(cfg.Client.Receipt.MaxConcurrent) // want: section-name "the settings of Receipt configure sberSem"
	receiptSem := semaphore.NewWeighted(cfg.Client.Receipt.MaxConcurrent)
	paymentsSem := semaphore.NewWeighted(cfg.Client.Receipt.MaxConcurrent) // payments is no system that is known
	total := semaphore.NewWeighted(cfg.Client.Receipt.MaxConcurrent + cfg.Client.Sber.MaxConcurrent)
	_, _, _, _ = sberSem, receiptSem, paymentsSem, total
}

// AcquiringAdapter brings two systems together.
type AcquiringAdapter struct{ a, b config.Section }

func NewAcquiringAdapter(a, b config.Section) *AcquiringAdapter {
	_ = os.Getenv("CLIENT__BANK__TOKEN") // bank may be who acquires: only the type's name says otherwise
	return &AcquiringAdapter{a, b}
}

func facade(cfg *config.Config) {
	NewAcquiringAdapter(cfg.Client.Sber, cfg.Client.Receipt) // takes both, and is neither
}

// Client is a client, and what it holds are no sections of settings.
type Client struct {
	sber    *part
	Receipt *part
}

type part struct{ URL string }

func (c *Client) Do() {}

func holder(client *Client, clients map[string]*Client) {
	receipt.New(config.Section{}, client.sber.URL)
	sber.New(config.Section{}, client.Receipt.URL)
	receiptClient := clients["sber"]
	receiptClient.Do()
}

// Own is a client too, by its field's tag a section of settings.
type Own struct {
	Sber config.Section `yaml:"sber"`
}

func tagged(client *Own) {
	receipt.New(client.Sber, "") // want: section-name
}

var _ = []any{sections, variables, sizes, facade, holder, tagged}

func either(cfg *config.Config, test bool) {
	s := cfg.Client.Sber
	if test {
		s = cfg.Client.Receipt
	}
	receipt.New(s, "") // may be its own
}

var _ = either
