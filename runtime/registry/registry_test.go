package registry_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/reslint/reslint/runtime/registry"
	"github.com/reslint/reslint/runtime/settings"
	"github.com/reslint/reslint/runtime/unit"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func section(concurrent, connections int) settings.System {
	return settings.System{
		BaseURL: "http://system.example.com", MaxConcurrent: concurrent, MaxConnections: connections,
		ConnectTimeout: time.Second, ReadTimeout: 2 * time.Second, TotalTimeout: 3 * time.Second,
	}
}

func newRegistry(t *testing.T, pool int) *registry.Registry {
	t.Helper()
	r, err := registry.New(registry.Config{DatabasePool: pool})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestNames(t *testing.T) {
	t.Parallel()
	r := newRegistry(t, 0)
	u, err := r.Register("channel-service", section(8, 10))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"channel-service", "channel_service", "ChannelService"} {
		if _, err := r.Register(name, section(1, 2)); !errors.Is(err, registry.ErrName) {
			t.Errorf("%s: %v", name, err)
		}
		if got, err := r.Unit(name); got != u || err != nil {
			t.Errorf("%s is %v, %v", name, got, err)
		}
	}
	if _, err := r.Unit("sber"); !errors.Is(err, registry.ErrUnknown) {
		t.Errorf("got %v", err)
	}
	if units := r.Units(); len(units) != 1 || units[0] != u {
		t.Errorf("%d units", len(units))
	}
}

// The worked example of the rules.
func TestBudget(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pool  int
		sizes [][2]int
		ok    bool
	}{
		{40, [][2]int{{16, 20}, {8, 10}, {6, 8}}, false},
		{80, [][2]int{{16, 20}, {8, 10}, {6, 8}}, true},
		{40, [][2]int{{8, 10}, {4, 5}, {3, 4}}, true},
		{0, [][2]int{{1600, 2000}}, true},
		{40, [][2]int{{16, 20}}, true},
		{41, [][2]int{{17, 21}}, false},
	} {
		r := newRegistry(t, c.pool)
		var last error
		for i, s := range c.sizes {
			_, err := r.Register(fmt.Sprintf("s%d", i), section(s[0], s[1]))
			last = errors.Join(last, err)
		}
		if (last == nil) != c.ok || !c.ok && !errors.Is(last, registry.ErrBudget) {
			t.Errorf("%v beside a pool of %d: %v", c.sizes, c.pool, last)
		}
	}
}

// A unit that is refused leaves nothing behind.
func TestRefusedUnit(t *testing.T) {
	t.Parallel()
	r := newRegistry(t, 40)
	if _, err := r.Register("sber", section(30, 40)); !errors.Is(err, registry.ErrBudget) {
		t.Errorf("got %v", err)
	}
	var faults *settings.Error
	if _, err := r.Register("sber", section(8, 7)); !errors.As(err, &faults) {
		t.Errorf("got %v", err)
	}
	if _, err := r.Register("sber", section(16, 20)); err != nil {
		t.Error(err)
	}
	if _, err := registry.New(registry.Config{DatabasePool: -1}); err == nil {
		t.Error("a negative pool is accepted")
	}
}

func TestOpen(t *testing.T) {
	t.Parallel()
	s := &settings.Settings{Client: map[string]settings.System{"sber": section(8, 10), "receipt": section(4, 5)}}
	r, err := registry.Open(s, unit.Options{})
	if err != nil || len(r.Units()) != 2 {
		t.Fatalf("%v", err)
	}
	s.Client["insurance"] = section(3, 2)
	s.Client["bank"] = section(0, 2)
	_, err = registry.Open(s, unit.Options{})
	if err == nil || !strings.Contains(err.Error(), "client.insurance") || !strings.Contains(err.Error(), "client.bank") {
		t.Errorf("got %v", err)
	}
}

// All units close at once under one deadline.
func TestClose(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := newRegistry(t, 0)
		stop := make(chan struct{})
		var calls sync.WaitGroup
		for _, name := range []string{"sber", "receipt", "insurance"} {
			u, err := r.Register(name, section(2, 3))
			if err != nil {
				t.Fatal(err)
			}
			if name == "insurance" {
				continue
			}
			calls.Go(func() {
				_ = u.Call(context.Background(), func(context.Context) error { <-stop; return nil })
			})
		}
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		err := r.Close(ctx)
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "sber: ") ||
			!strings.Contains(err.Error(), "receipt: ") || strings.Contains(err.Error(), "insurance") {
			t.Errorf("got %v", err)
		}
		if took := time.Since(start); took != time.Second {
			t.Errorf("took %v", took)
		}
		close(stop)
		calls.Wait()
		if err := r.Close(t.Context()); err != nil {
			t.Error(err)
		}
		if _, err := r.Register("late", section(1, 2)); !errors.Is(err, registry.ErrClosed) {
			t.Errorf("got %v", err)
		}
	})
}

func ExampleRegistry() {
	r, err := registry.New(registry.Config{DatabasePool: 40})
	if err != nil {
		panic(err)
	}
	defer r.Close(context.Background())
	_, err = r.Register("sber", section(8, 10))
	fmt.Println(err)
	_, err = r.Register("receipt", section(10, 12))
	fmt.Println(err)
	// Output:
	// <nil>
	// receipt: 22 connections in all: over half of the database pool of 40 (R-RES-ISO-2)
}

func ExampleConfig() {
	_, err := registry.New(registry.Config{DatabasePool: -1})
	fmt.Println(err)
	// Output: registry: a database pool of -1 connections
}
