// Package redis has of go-redis what the fixtures use.
package redis

import "context"

type StringCmd struct{}

func (c *StringCmd) Result() (string, error) { return "", nil }

type Options struct{ Addr string }

type Client struct{ *baseClient }

func NewClient(o *Options) *Client { return &Client{} }

func (c *Client) Get(ctx context.Context, key string) *StringCmd { return &StringCmd{} }

type baseClient struct{}

func (c *baseClient) Close() error { return nil }
