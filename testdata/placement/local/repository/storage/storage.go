// Package storage is the repository of another package.
package storage

import (
	"context"
	"database/sql"
)

type Storage struct{ DB *sql.DB }

func (s *Storage) Count(ctx context.Context) (n int, err error) {
	err = s.DB.QueryRowContext(ctx, "SELECT count(*) FROM orders").Scan(&n)
	return n, err
}
