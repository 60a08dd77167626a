package main

import (
	"context"
	"log/slog"
	"time"

	"example.com/payments/adapters/out/insurance"
	"example.com/payments/adapters/out/sber"
	"example.com/payments/internal/storage"
)

// jobs is the background work of the service.
type jobs struct {
	orders    *storage.Orders
	statuses  *sber.Statuses
	refunds   *sber.Refunds
	documents *insurance.Documents
}

func (j *jobs) run(ctx context.Context) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			j.settle(ctx)
		}
	}
}

func (j *jobs) settle(ctx context.Context) {
	ids, err := j.orders.Pending(ctx)
	if err != nil {
		slog.Warn("settle", "error", err)
		return
	}
	for _, ref := range j.statuses.Refresh(ctx, ids) {
		switch ref.Status {
		case "rejected":
			if err := j.refunds.Create(ctx, ref); err != nil {
				slog.Warn("refund", "payment", ref.ID, "error", err)
			}
		case "insured":
			if _, err := j.documents.Policy(ctx, ref.ID); err != nil {
				slog.Warn("policy", "payment", ref.ID, "error", err)
			}
		}
	}
}
