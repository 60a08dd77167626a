// Package pgxpool has of pgxpool what the fixtures use.
package pgxpool

import (
	"context"

	"github.com/jackc/pgx/v5"
)

type Pool struct{}

func New(ctx context.Context, url string) (*Pool, error) { return &Pool{}, nil }

func (p *Pool) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row { return nil }
func (p *Pool) Close()                                                        {}
