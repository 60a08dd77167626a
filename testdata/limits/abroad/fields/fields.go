// Package fields puts clients into fields of another module's types.
package fields

import (
	"context"
	"net/http"

	"example.com/fixtures/limits/pool"
	"example.org/maker/sdk"
)

type literal struct{ client *sdk.Client }

func newLiteral() *literal {
	return &literal{client: &sdk.Client{HTTPClient: &http.Client{Transport: pool.New()}}} // want: no-timeout:warning "caller"
}

// What the other module returns is not known, and its field is set all the same.
func fromConfig() *sdk.Client {
	c := sdk.DefaultConfig()
	c.HTTPClient = &http.Client{Transport: pool.New()} // want: no-timeout:warning "caller"
	return sdk.FromConfig(c)
}

func (l *literal) ping(ctx context.Context) error { return l.client.Ping(ctx) }

// Ping hands on the context of its callers.
func Ping(ctx context.Context) error { return newLiteral().ping(ctx) }

// Zones is a client of the SDK for whoever asks.
func Zones() *sdk.ZonesService { return fromConfig().Zones }
