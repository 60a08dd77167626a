// Command cmd hands one unit to two systems, and then both to one package.
package main

import (
	"example.com/fixtures/isoclient/across/unit/integrations/crm"
	"example.com/fixtures/isoclient/across/unit/integrations/geo"
	"example.com/fixtures/isoclient/across/unit/jobs"
	"example.com/fixtures/isoclient/across/unit/kit"
)

func main() {
	u := kit.New("vendors") // want: shared-client, shared-breaker
	jobs.New(crm.New(u), geo.New(u)).Run(nil)

	// One each.
	jobs.New(crm.New(kit.New("crm")), geo.New(kit.New("geo"))).Run(nil)
}
