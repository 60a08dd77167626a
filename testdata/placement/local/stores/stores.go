// Package stores has breakers around stores that are not database/sql.
package stores

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/sony/gobreaker/v2"
)

type Stores struct {
	pool    *pgxpool.Pool
	conn    *pgx.Conn
	redis   *redis.Client
	breaker *gobreaker.CircuitBreaker[int]
	text    *gobreaker.CircuitBreaker[string]
}

// no finding: Redis is a server of its own
func (s *Stores) Redis(ctx context.Context) (string, error) {
	return s.text.Execute(func() (string, error) { return s.redis.Get(ctx, "key").Result() })
}

// no finding: a single connection may lead anywhere
func (s *Stores) Conn(ctx context.Context) (n int, err error) {
	return s.breaker.Execute(func() (int, error) {
		err := s.conn.QueryRow(ctx, "SELECT 1").Scan(&n)
		return n, err
	})
}

// no finding: the rule speaks of the pool of database/sql
func (s *Stores) Pool(ctx context.Context) (n int, err error) {
	return s.breaker.Execute(func() (int, error) {
		err := s.pool.QueryRow(ctx, "SELECT 1").Scan(&n)
		return n, err
	})
}
