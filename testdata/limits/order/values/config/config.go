// Package config has the values of another package.
package config

import (
	"os"
	"time"
)

const Total = 2 * time.Second

func Read() time.Duration {
	d, _ := time.ParseDuration(os.Getenv("READ"))
	return d
}
