// Package sber runs its calls as hystrix commands, whose names are those of breakers.
package sber

import (
	"context"

	"github.com/afex/hystrix-go/hystrix"

	"example.com/fixtures/naming/commands/adapters/out/receipt"
)

func run(ctx context.Context, name string) {
	call := func() error { return nil }
	ctxCall := func(context.Context) error { return nil }
	_ = hystrix.Do("sber", call, nil)
	_ = hystrix.Do("register-order", call, nil)                  // a command for what is done
	_ = hystrix.Do(name, call, nil)                              // known at run time only
	_ = hystrix.Do("receipt", call, nil)                         // want: unit-name "package sber and circuit breaker named" "receipt"
	_ = hystrix.DoC(ctx, "sbr", ctxCall, nil)                    // want: unit-name "did you mean" "sber"
	hystrix.ConfigureCommand("default", hystrix.CommandConfig{}) // want: breaker-name
	_ = hystrix.Go("", call, nil)                                // want: breaker-name
}

var _, _ = run, receipt.Name
