// Package insurance is the adapter of the insurance partner. Its unit is the runtime's.
package insurance

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"example.com/compliant/core"
	"github.com/reslint/reslint/runtime/unit"
)

// Adapter implements core.Insurance.
type Adapter struct{ unit *unit.Unit }

// NewAdapter returns the adapter of the insurance partner.
func NewAdapter(u *unit.Unit) *Adapter { return &Adapter{unit: u} }

// Quote returns the price of a policy for the order, in minor units.
func (a *Adapter) Quote(ctx context.Context, o core.Order) (int64, error) {
	req, err := a.unit.NewRequest(ctx, http.MethodGet, fmt.Sprintf("/api/v2/quote?amount=%d", o.Amount), nil)
	if err != nil {
		return 0, err
	}
	resp, err := a.unit.Do(req)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", core.ErrUnavailable, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("insurance: status %d", resp.StatusCode)
	}
	var answer struct {
		Price int64 `json:"price"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		return 0, fmt.Errorf("insurance: %w", err)
	}
	return answer.Price, nil
}
