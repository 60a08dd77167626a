// Package env hands adapters what it reads from the environment, without settings of its own.
package env

import (
	"os"

	"example.com/fixtures/naming/sections/adapters/out/receipt"
	"example.com/fixtures/naming/sections/adapters/out/sber"
	"example.com/fixtures/naming/sections/config"
)

func wire(s config.Section) {
	sber.New(s, os.Getenv("SBER_URL"))
	receipt.New(s, os.Getenv("SBER_URL")) // want: section-name "SBER_URL is a setting of sber and configures package receipt"
	receipt.New(s, os.Getenv("RECEIPT_URL"))
	receipt.New(s, os.Getenv("UPSTREAM_URL")) // no system that is known
}
