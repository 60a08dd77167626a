// Package registered closes in what stands in a variable: whoever imports it may come to that.
package registered

import "example.com/fixtures/lifecycle/closers/client"

// Client asks.
var Client = client.New()

// Hooks are run at the end, by somebody.
var Hooks = []func(){closeClient}

func closeClient() { client.CloseAll(Client) }
