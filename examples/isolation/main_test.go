package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
)

// The claim of the pages: what hurts takes at least half of the healthy system's throughput, what does not leaves 95 %.
func TestWays(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("needs seconds of real time")
	}
	var g errgroup.Group
	g.SetLimit(4) // they mostly wait
	for _, w := range ways() {
		g.Go(func() error { return checkWay(t.Context(), w) })
	}
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
}

func checkWay(ctx context.Context, w way) error {
	const tries = 4 // others use the machine as well
	var row Row
	for range tries {
		var err error
		if row, err = measure(ctx, w, 400*time.Millisecond); err != nil {
			return err
		}
		if w.hurts && row.Kept() < 50 || !w.hurts && row.Kept() >= 95 {
			return nil
		}
	}
	return fmt.Errorf("%s: the healthy system keeps %.0f %% of %.0f/s; hurts is %v", w.name, row.Kept(), row.Alone.PerSecond, w.hurts)
}

func TestOutput(t *testing.T) {
	t.Parallel()
	rows := []Row{
		{Way: "one <semaphore>", Alone: Sample{PerSecond: 100}, Beside: Sample{PerSecond: 4, SuccessRate: 16.4, P50: time.Second}},
		{Way: "nothing", Alone: Sample{PerSecond: 100}, Beside: Sample{PerSecond: 120, SuccessRate: 100}, Held: 16},
		{Way: "no answer at all"},
	}
	var table, html bytes.Buffer
	if err := printTable(&table, rows); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"4 %", "120 %", "16.4 %", "0 %"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, &table)
		}
	}
	if err := writePage(&html, rows); err != nil {
		t.Fatal(err)
	}
	text := html.String()
	if strings.Count(text, "<rect") != 6 || strings.Contains(text, "<semaphore>") || strings.Contains(text, "http") {
		t.Errorf("page:\n%s", text)
	}
}

func TestRunRefuses(t *testing.T) {
	t.Parallel()
	if err := run(t.Context(), io.Discard, time.Millisecond, ""); err == nil {
		t.Error("a measurement of a millisecond is accepted")
	}
}
