// Package api is the inbound HTTP adapter.
package api

import (
	"encoding/json"
	"net/http"

	"github.com/sony/gobreaker/v2"

	"example.com/payments/core"
	"example.com/payments/internal/storage"
)

// Handler serves the payments API.
type Handler struct {
	payments  core.Payments
	receipts  core.Receipts
	insurance core.Insurance
	orders    *storage.Orders
	breaker   *gobreaker.CircuitBreaker[core.PaymentRef]
}

// NewHandler returns the handler of the payments API.
func NewHandler(
	payments core.Payments,
	receipts core.Receipts,
	insurance core.Insurance,
	orders *storage.Orders,
	breaker *gobreaker.CircuitBreaker[core.PaymentRef],
) *Handler {
	return &Handler{payments: payments, receipts: receipts, insurance: insurance, orders: orders, breaker: breaker}
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
	ref, err := h.breaker.Execute(func() (core.PaymentRef, error) {
		return h.payments.Register(r.Context(), o)
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	if err := h.orders.Save(r.Context(), o.ID, ref.ID); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if err := h.receipts.Issue(r.Context(), o); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
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
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	writeJSON(w, map[string]int64{"price": price})
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}
