// Package circuit declares the part of the API of cep21/circuit that fixtures use.
package circuit

import "context"

type Config struct{}

type Circuit struct{ name string }

func NewCircuitFromConfig(name string, _ Config) *Circuit { return &Circuit{name: name} }

func (c *Circuit) Name() string { return c.name }

func (c *Circuit) Execute(ctx context.Context, run func(context.Context) error, fallback func(context.Context, error) error) error {
	err := run(ctx)
	if err != nil && fallback != nil {
		return fallback(ctx, err)
	}
	return err
}

func (c *Circuit) Go(ctx context.Context, run func(context.Context) error, fallback func(context.Context, error) error) error {
	return c.Execute(ctx, run, fallback)
}

func (c *Circuit) Run(ctx context.Context, run func(context.Context) error) error { return run(ctx) }

type Manager struct{ circuits map[string]*Circuit }

func (m *Manager) CreateCircuit(name string, configs ...Config) (*Circuit, error) {
	return &Circuit{name: name}, nil
}

func (m *Manager) MustCreateCircuit(name string, configs ...Config) *Circuit {
	return &Circuit{name: name}
}

func (m *Manager) GetCircuit(name string) *Circuit { return m.circuits[name] }
