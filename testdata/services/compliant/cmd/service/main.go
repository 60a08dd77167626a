// Command service takes payments, issues receipts and sells insurance.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	_ "github.com/lib/pq"
	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"

	"example.com/compliant/adapters/in/api"
	"example.com/compliant/adapters/out/insurance"
	"example.com/compliant/adapters/out/receipt"
	"example.com/compliant/adapters/out/sber"
	"example.com/compliant/core"
	"example.com/compliant/internal/storage"
	"github.com/reslint/reslint/runtime/health"
	"github.com/reslint/reslint/runtime/observe"
	"github.com/reslint/reslint/runtime/pipeline"
	"github.com/reslint/reslint/runtime/registry"
	"github.com/reslint/reslint/runtime/settings"
	"github.com/reslint/reslint/runtime/unit"
)

func main() {
	if err := run(); err != nil {
		slog.Error("service stopped", "error", err)
		os.Exit(1)
	}
}

func run() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	cfg, err := settings.Load("config/settings.yaml", settings.Options{
		Extra: []string{"dsn", "token"}, // the adapters read them
	})
	if err != nil {
		return err
	}
	s, err := newService(cfg)
	if err != nil {
		return err
	}
	return s.serve(ctx)
}

// service is everything that is wired together, and closed again in order.
type service struct {
	db            *sql.DB
	orders        *storage.Orders
	sberClient    *http.Client
	receiptClient *http.Client
	units         *registry.Registry
	receipts      *pipeline.Pipeline[core.Order]
	statuses      *sber.Statuses
	handler       http.Handler
}

func newService(cfg *settings.Settings) (*service, error) {
	db, err := sql.Open("postgres", cfg.Database.Extra["dsn"])
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(cfg.Database.PoolSize)
	s := &service{db: db, orders: storage.NewOrders(db)}

	sberSettings := cfg.Client["sber"]
	sberClient := sber.NewClient(sberSettings)
	sberBreaker := gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: "sber", Timeout: 30 * time.Second})
	sberSem := semaphore.NewWeighted(int64(sberSettings.MaxConcurrent))
	payments := sber.NewAdapter(sberSettings, sberClient, sberBreaker, sberSem)
	s.sberClient, s.statuses = sberClient, sber.NewStatuses(sberSettings, sberClient)

	receiptSettings := cfg.Client["receipt"]
	receiptClient := receipt.NewClient(receiptSettings)
	receiptBreaker := gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: "receipt", Timeout: 30 * time.Second})
	receiptSem := semaphore.NewWeighted(int64(receiptSettings.MaxConcurrent))
	receipts := receipt.NewAdapter(receiptSettings, receiptClient, receiptBreaker, receiptSem)
	s.receiptClient = receiptClient

	s.units, err = registry.New(registry.Config{
		DatabasePool: cfg.Database.PoolSize,
		Options:      unit.Options{Observers: []unit.Observer{observe.Log(nil)}},
	})
	if err != nil {
		return nil, err
	}
	insuranceUnit, err := s.units.Register("insurance", cfg.Client["insurance"])
	if err != nil {
		return nil, err
	}
	policies := insurance.NewAdapter(insuranceUnit)

	s.receipts, err = pipeline.New(pipeline.Config[core.Order]{
		Queue: 1000, Workers: receiptSettings.MaxConcurrent, Handle: receipts.Issue, Close: s.units.Close,
		Policy: func(core.Order) pipeline.Policy { return pipeline.Policy{Idempotent: true} },
		Done:   s.receiptDone,
	})
	if err != nil {
		return nil, err
	}
	checker, err := health.New(health.Config{Probes: []health.Probe{{Unit: insuranceUnit, Optional: true}}})
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("/", api.NewHandler(payments, policies, s.orders, s.receipts.TrySubmit).Routes())
	mux.Handle("GET /live", health.Live())
	mux.Handle("GET /ready", checker.Ready())
	s.handler = mux
	return s, nil
}

// receiptDone remembers orders whose receipt failed for good.
func (s *service) receiptDone(r pipeline.Result[core.Order]) {
	if r.Err == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	slog.Warn("receipt", "order", r.Item.ID, "attempts", r.Attempts, "error", r.Err)
	if err := s.orders.WithoutReceipt(ctx, r.Item.ID); err != nil {
		slog.Error("receipt", "error", err)
	}
}

// poll asks for pending payments until ctx ends.
func (s *service) poll(ctx context.Context) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		ids, err := s.orders.Pending(ctx)
		if err != nil {
			slog.Warn("poll", "error", err)
			continue
		}
		slog.Info("poll", "pending", len(ids), "answered", len(s.statuses.Refresh(ctx, ids)))
	}
}

func (s *service) serve(ctx context.Context) error {
	srv := &http.Server{Addr: ":8080", Handler: s.handler, ReadHeaderTimeout: 5 * time.Second}
	polling, stop := context.WithCancel(ctx)
	defer stop()
	var workers sync.WaitGroup
	workers.Go(func() { s.poll(polling) })
	failed := make(chan error, 1)
	go func() { failed <- srv.ListenAndServe() }()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	stop()
	return errors.Join(err, s.shutdown(srv, &workers))
}

// shutdown stops in the order in which work flows: nothing new comes in, what is under way ends, and only then is closed
// what it used.
func (s *service) shutdown(srv *http.Server, workers *sync.WaitGroup) error {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	err := srv.Shutdown(ctx)
	returned, drainErr := s.receipts.Shutdown(ctx)
	workers.Wait()
	for _, r := range returned {
		if saveErr := s.orders.WithoutReceipt(context.WithoutCancel(ctx), r.Item.ID); saveErr != nil {
			err = errors.Join(err, fmt.Errorf("receipt of %s: %w", r.Item.ID, saveErr))
		}
	}
	s.sberClient.CloseIdleConnections()
	s.receiptClient.CloseIdleConnections()
	return errors.Join(err, drainErr, s.db.Close())
}
