// Command cmd hands a client to a package that hands it on: that one has the finding.
package main

import (
	"example.com/fixtures/isoclient/fool/outside"
	"example.com/fixtures/isoclient/kit"
)

func main() {
	c := kit.Client()
	sber, receipt := outside.Wire(c)
	sber.Pay("")
	receipt.Print("")
}
