//go:build !unix

package hostile_test

import "time"

var began = time.Now()

func busy() time.Duration { return time.Since(began) }
