// Command service takes payments, issues receipts and sells insurance.
package main

import (
	"context"
	"crypto/tls"
	"database/sql"
	"errors"
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

	"example.com/payments/adapters/in/api"
	"example.com/payments/adapters/out/insurance"
	"example.com/payments/adapters/out/receipt"
	"example.com/payments/adapters/out/sber"
	"example.com/payments/core"
	"example.com/payments/internal/config"
	"example.com/payments/internal/health"
	"example.com/payments/internal/storage"
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

	cfg, err := config.Load("config/settings.yaml")
	if err != nil {
		return err
	}
	if t, ok := http.DefaultTransport.(*http.Transport); ok {
		t.MaxIdleConnsPerHost = 50
	}
	db, err := sql.Open("postgres", cfg.Database.DSN)
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(cfg.Database.PoolSize)
	orders := storage.NewOrders(db)

	sberClient := sber.NewClient(cfg.Client.Sber)
	sberBreaker := gobreaker.NewCircuitBreaker[core.PaymentRef](gobreaker.Settings{Name: "sber", Timeout: 30 * time.Second})
	paymentsSem := semaphore.NewWeighted(int64(cfg.Client.Sber.MaxConcurrent))
	payments := sber.NewAdapter(cfg.Client.Sber.BaseURL, sberClient, sberBreaker, paymentsSem)

	transport := &http.Transport{MaxIdleConns: 100, IdleConnTimeout: 90 * time.Second}
	httpClient := &http.Client{Transport: transport, Timeout: 10 * time.Second}
	breaker := gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: "integrations", Timeout: 30 * time.Second})
	sem := semaphore.NewWeighted(int64(cfg.Client.Receipt.MaxConcurrent + cfg.Client.Insurance.MaxConcurrent))
	receipts := receipt.NewAdapter(cfg.Client.Receipt.BaseURL, httpClient, breaker, sem)
	policies := insurance.NewAdapter(cfg.Client.Insurance.BaseURL, httpClient, breaker, sem)

	handler := api.NewHandler(payments, receipts, policies, orders, sberBreaker)
	jobs := &jobs{
		orders:    orders,
		statuses:  sber.NewStatuses(cfg.Client.Sber.BaseURL),
		refunds:   sber.NewRefunds(cfg.Client.Sber, clientCertificate),
		documents: insurance.NewDocuments(cfg.Client.Insurance),
	}
	return serve(ctx, cfg, handler, jobs, db)
}

func serve(ctx context.Context, cfg *config.Config, handler *api.Handler, jobs *jobs, db *sql.DB) error {
	mux := http.NewServeMux()
	mux.Handle("/", handler.Routes())
	mux.Handle("GET /ready", health.Ready(cfg.Client.Sber.BaseURL))
	srv := &http.Server{Addr: cfg.Server.Addr, Handler: mux, ReadHeaderTimeout: 5 * time.Second}

	var workers sync.WaitGroup
	workers.Go(func() { jobs.run(ctx) })
	failed := make(chan error, 1)
	go func() { failed <- srv.ListenAndServe() }()

	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	if err := db.Close(); err != nil {
		slog.Warn("close database", "error", err)
	}
	shutdown, cancel := context.WithTimeout(context.Background(), cfg.Server.ShutdownTimeout)
	defer cancel()
	if err := srv.Shutdown(shutdown); err != nil && !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	workers.Wait()
	return nil
}

func clientCertificate() (tls.Certificate, error) {
	return tls.LoadX509KeyPair(os.Getenv("SBER_CERT_FILE"), os.Getenv("SBER_KEY_FILE"))
}
