// Command cmd closes its client, somewhere in the module.
package main

import (
	"context"

	"example.com/fixtures/lifecycle/isclosed/server"
)

func main() { server.Run(context.Background()) }
