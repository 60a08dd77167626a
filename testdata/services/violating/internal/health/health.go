// Package health answers the orchestrator's probes.
package health

import (
	"net/http"
)

// Ready answers 200 when the address given answers 200.
func Ready(probe string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		resp, err := http.Get(probe)
		if err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		defer resp.Body.Close()
		w.WriteHeader(resp.StatusCode)
	}
}
