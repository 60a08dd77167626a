// Package repository has breakers around repositories.
package repository

import (
	"context"
	"database/sql"

	"github.com/sony/gobreaker/v2"

	"example.com/fixtures/placement/local/repository/storage"
)

type repo struct{ db *sql.DB }

func (r *repo) Count(ctx context.Context) (n int, err error) {
	err = r.db.QueryRowContext(ctx, "SELECT count(*) FROM orders").Scan(&n)
	return n, err
}

type counter interface {
	Count(ctx context.Context) (int, error)
}

type Service struct {
	repo    *repo
	counter counter
	storage *storage.Storage
	breaker *gobreaker.CircuitBreaker[int]
}

func (s *Service) Repo(ctx context.Context) (int, error) {
	return s.breaker.Execute(func() (int, error) { return s.repo.Count(ctx) }) // want: wrapper-on-local
}

// no finding: what stands behind the interface is not certain
func (s *Service) Interface(ctx context.Context) (int, error) {
	return s.breaker.Execute(func() (int, error) { return s.counter.Count(ctx) })
}

// no finding: nothing is known of a function of another package that does not call out
func (s *Service) Storage(ctx context.Context) (int, error) {
	return s.breaker.Execute(func() (int, error) { return s.storage.Count(ctx) })
}
