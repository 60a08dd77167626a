// Command cmd hands one unit to two systems, and then both to one package.
package main

import (
	"example.com/fixtures/isoclient/across/unit/integrations/crm"
	"example.com/fixtures/isoclient/across/unit/integrations/geo"
	"example.com/fixtures/isoclient/across/unit/jobs"
	"example.com/fixtures/isoclient/across/unit/kit"
	other "example.com/fixtures/isoclient/kit"
)

func main() {
	u := kit.New("vendors") // want: shared-client, shared-breaker
	jobs.New(crm.New(u), geo.New(u)).Run(nil)

	// One each.
	jobs.New(crm.New(kit.New("crm")), geo.New(kit.New("geo"))).Run(nil)

	// A registry has one for each name.
	units := kit.NewRegistry()
	jobs.New(crm.New(units.Unit("crm")), geo.New(units.Unit("geo"))).Run(nil)

	// So has a map that was filled in a loop.
	fixed := kit.NewFixed("crm", "geo")
	jobs.New(crm.New(fixed["crm"]), geo.New(fixed["geo"])).Run(nil)

	// What it gives for one name goes to two.
	one := units.Unit("crm") // want: shared-client, shared-breaker
	jobs.New(crm.New(one), geo.New(one)).Run(nil)

	// Generic types, which leave as interfaces.
	g := kit.NewGuard[int]("vendors") // want: shared-breaker
	jobs.NewEach(crm.NewGuarded(other.Client(), g), geo.NewGuarded(other.Client(), g)).Run(nil)
	jobs.NewEach(
		crm.NewGuarded(other.Client(), kit.NewGuard[int]("crm")),
		geo.NewGuarded(other.Client(), kit.NewGuard[int]("geo")),
	).Run(nil)
}
