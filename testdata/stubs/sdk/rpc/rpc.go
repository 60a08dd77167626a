// Package rpc has the shape of an SDK over a gRPC connection.
package rpc

import (
	"context"

	"google.golang.org/grpc"
)

type Client struct{ conn grpc.ClientConnInterface }

func New(conn grpc.ClientConnInterface) *Client { return &Client{conn} }

func (c *Client) Pay(ctx context.Context, id string) error { return nil }

// Exporter is made of options, and has deadlines of its own.
type Exporter struct{}

type Option struct{ conn *grpc.ClientConn }

func WithConn(conn *grpc.ClientConn) Option { return Option{conn} }

func Export(ctx context.Context, opts ...Option) (*Exporter, error) { return &Exporter{}, nil }

func (e *Exporter) Shutdown(ctx context.Context) error { return nil }

// Register passes on what a server gets until the context is done.
func Register(ctx context.Context, conn *grpc.ClientConn) error { return nil }

type Holder struct{ Conn *grpc.ClientConn }

func (h *Holder) Pay(ctx context.Context) error { return nil }

// API has the shape of a generated client, and is none.
type API interface {
	Pay(ctx context.Context, id string, opts ...grpc.CallOption) error
}

// NewGuarded gives each call a deadline.
func NewGuarded(conn grpc.ClientConnInterface) API { return nil }
