// Package api is the inbound HTTP adapter.
package api

import (
	"encoding/json"
	"net/http"

	"example.com/compliant/core"
	"example.com/compliant/internal/storage"
)

// Handler serves the payments API.
type Handler struct {
	payments  core.Payments
	insurance core.Insurance
	orders    *storage.Orders
	issue     func(core.Order) error
}

// NewHandler returns the handler of the payments API. issue queues a receipt.
func NewHandler(
	payments core.Payments, insurance core.Insurance, orders *storage.Orders, issue func(core.Order) error,
) *Handler {
	return &Handler{payments: payments, insurance: insurance, orders: orders, issue: issue}
}

// Routes returns the routes of the API.
func (h *Handler) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /payments", h.pay)
	mux.HandleFunc("POST /quotes", h.quote)
	return mux
}

func (h *Handler) pay(w http.ResponseWriter, r *http.Request) {
	var o core.Order
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	ref, err := h.payments.Register(r.Context(), o)
	if err != nil {
		http.Error(w, "payments are unavailable", http.StatusServiceUnavailable)
		return
	}
	if err := h.orders.Save(r.Context(), o.ID, ref.ID); err != nil {
		http.Error(w, "orders are unavailable", http.StatusInternalServerError)
		return
	}
	if err := h.issue(o); err != nil {
		http.Error(w, "receipts are unavailable", http.StatusServiceUnavailable)
		return
	}
	writeJSON(w, ref)
}

func (h *Handler) quote(w http.ResponseWriter, r *http.Request) {
	var o core.Order
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	price, err := h.insurance.Quote(r.Context(), o)
	if err != nil {
		http.Error(w, "insurance is unavailable", http.StatusBadGateway)
		return
	}
	writeJSON(w, map[string]int64{"price": price})
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}
