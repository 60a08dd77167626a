// Package registry holds all isolation units of a service: no two under one name, together within what the database
// pool allows, and closed together when the service stops.
package registry

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/reslint/reslint/internal/poolsize"
	"github.com/reslint/reslint/runtime/settings"
	"github.com/reslint/reslint/runtime/unit"
)

// The reasons for which a unit is not registered. Test for them with errors.Is.
var (
	// ErrName says that a unit has the name of another (separators and case do not count): R-RES-ISO-3.
	ErrName = errors.New("the name is taken")
	// ErrBudget says that the connections of all units would be over half of the database pool: R-RES-ISO-2.
	ErrBudget = errors.New("over half of the database pool")
	// ErrClosed says that the registry has been closed.
	ErrClosed = errors.New("registry is closed")
	// ErrUnknown says that no unit has the name.
	ErrUnknown = errors.New("no such unit")
)

// Config is what a registry measures its units against.
type Config struct {
	// DatabasePool is the largest number of open connections of the service's own database (sql.DB.SetMaxOpenConns). The
	// units together may have half of it, rounded down. Zero means unknown: nothing is compared. Negative is an error.
	DatabasePool int
	// Options are those of every unit.
	Options unit.Options
}

// A Registry owns the units of a service. Its methods are safe for concurrent use.
type Registry struct {
	config Config

	mu          sync.Mutex
	units       []*unit.Unit // in order of registration
	connections int
	closed      bool
}

// New returns an empty registry.
func New(c Config) (*Registry, error) {
	if c.DatabasePool < 0 {
		return nil, fmt.Errorf("registry: a database pool of %d connections", c.DatabasePool)
	}
	return &Registry{config: c}, nil
}

// Open returns a registry with one unit for every section of the settings, in order of their names. The database pool
// is that of the settings.
func Open(s *settings.Settings, o unit.Options) (*Registry, error) {
	r, err := New(Config{DatabasePool: s.Database.PoolSize, Options: o})
	if err != nil {
		return nil, err
	}
	var errs []error
	for _, name := range s.Systems() {
		_, err := r.Register(name, s.Client[name])
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err // no unit has connected yet
	}
	return r, nil
}

// Register makes the unit of a system and takes it in. The error wraps ErrName, ErrBudget or ErrClosed, or is that of
// unit.New; the registry is then as it was.
func (r *Registry) Register(name string, s settings.System) (*unit.Unit, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, fmt.Errorf("%s: %w", name, ErrClosed)
	}
	for _, u := range r.units {
		if settings.SameName(u.Name(), name) {
			return nil, fmt.Errorf("%s: %w by %s (R-RES-ISO-3)", name, ErrName, u.Name())
		}
	}
	sum := poolsize.Sum(r.connections, s.MaxConnections)
	if poolsize.OverBudget(sum, r.config.DatabasePool) {
		return nil, fmt.Errorf("%s: %d connections in all: %w of %d (R-RES-ISO-2)", name, sum, ErrBudget, r.config.DatabasePool)
	}
	u, err := unit.New(name, s, r.config.Options)
	if err != nil {
		return nil, err
	}
	r.units = append(r.units, u)
	r.connections = sum
	return u, nil
}

// Unit returns the unit of a system, or an error that wraps ErrUnknown.
func (r *Registry) Unit(name string) (*unit.Unit, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, u := range r.units {
		if settings.SameName(u.Name(), name) {
			return u, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", name, ErrUnknown)
}

// Units returns all units, in order of registration.
func (r *Registry) Units() []*unit.Unit {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]*unit.Unit(nil), r.units...)
}

// Close closes all units at once: new calls fail, and Close waits until the calls in flight have ended or ctx has. Those
// who make calls must have stopped before (R-RES-LC-1). The error joins those of the units that were not done. Close may
// be called again, to wait again.
func (r *Registry) Close(ctx context.Context) error {
	r.mu.Lock()
	r.closed = true
	units := append([]*unit.Unit(nil), r.units...)
	r.mu.Unlock()
	errs := make([]error, len(units))
	var wg sync.WaitGroup
	for i, u := range units { // one wait for each system, and all under one deadline
		wg.Go(func() { errs[i] = u.Close(ctx) })
	}
	wg.Wait()
	return errors.Join(errs...)
}
