package across

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/limits/below/across/within"
	"example.com/fixtures/limits/pool"
)

var own = &http.Client{Timeout: 20 * time.Second, Transport: pool.New()}

func get(ctx context.Context) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://example.com", nil)
	if err == nil {
		own.Do(req)
	}
}

// The deadline is set in another package.
func setElsewhere(ctx context.Context) {
	ctx, cancel := within.Short(ctx) // want: deadline-below-timeout:note "5s" "20s"
	defer cancel()
	get(ctx)
}

// And is long enough.
func setElsewhereLong(ctx context.Context) {
	ctx, cancel := within.Long(ctx)
	defer cancel()
	get(ctx)
}

var _, _ = setElsewhere, setElsewhereLong

// The other package sets the deadline around a call of its own, and reports it there.
func setForItself(ctx context.Context, a *within.API) {
	a.Get(ctx)
}

var _ = setForItself
