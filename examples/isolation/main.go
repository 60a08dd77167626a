// Command isolation shows what a system that hangs does to one that is healthy, for each way of sharing something between
// the two and for two isolation units. It starts two real systems on loopback and measures the healthy one alone and
// beside the hanging one.
//
//	go run ./examples/isolation
//	go run ./examples/isolation -html isolation.html
//
// Not every way of sharing hurts in Go: http.Transport keeps a pool for each host, so one plain transport for both systems
// starves neither. What starves is a limit that both count against.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"text/tabwriter"
	"time"
)

func main() {
	duration := flag.Duration("duration", 2*time.Second, "how long each measurement takes; every way of sharing needs two")
	page := flag.String("html", "", "write a page with a chart to this `file`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, *duration, *page); err != nil {
		fmt.Fprintln(os.Stderr, "isolation:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, duration time.Duration, page string) error {
	if duration < 100*time.Millisecond {
		return fmt.Errorf("a measurement of %v says nothing", duration)
	}
	rows, err := measureAll(ctx, duration)
	if err != nil {
		return err
	}
	if err := printTable(out, rows); err != nil {
		return err
	}
	if page == "" {
		return nil
	}
	f, err := os.Create(page)
	if err != nil {
		return err
	}
	if err := writePage(f, rows); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// A Row is what one way of sharing came to.
type Row struct {
	Way    string // what the two systems share
	Hurts  bool   // whether that is expected to hurt the healthy system
	Note   string // why
	Alone  Sample // the healthy system by itself
	Beside Sample // the healthy system while the other hangs
	Held   int    // calls that the hanging system held at the same time, at most
}

// Kept is the share of its throughput that the healthy system keeps, in percent.
func (r Row) Kept() float64 {
	if r.Alone.PerSecond == 0 {
		return 0
	}
	return 100 * r.Beside.PerSecond / r.Alone.PerSecond
}

func measureAll(ctx context.Context, duration time.Duration) ([]Row, error) {
	var rows []Row
	for _, w := range ways() {
		row, err := measure(ctx, w, duration)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w.name, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// measure sets the way up afresh for each of its two measurements.
func measure(ctx context.Context, w way, duration time.Duration) (Row, error) {
	row := Row{Way: w.name, Hurts: w.hurts, Note: w.note}
	for _, disturbed := range []bool{false, true} {
		s := newSystems()
		calls, err := w.open(s)
		if err != nil {
			s.close()
			return row, err
		}
		sample := load(ctx, calls, duration, disturbed)
		calls.close()
		if disturbed {
			row.Beside, row.Held = sample, s.held()
		} else {
			row.Alone = sample
		}
		s.close()
		if ctx.Err() != nil {
			return row, context.Cause(ctx)
		}
	}
	return row, nil
}

func printTable(out io.Writer, rows []Row) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "shared\talone/s\tbeside/s\tkept\tsuccess\tp50\tp99\theld\t")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%.0f\t%.0f\t%.0f %%\t%.1f %%\t%v\t%v\t%d\t\n", r.Way, r.Alone.PerSecond, r.Beside.PerSecond,
			r.Kept(), r.Beside.SuccessRate, r.Beside.P50, r.Beside.P99, r.Held)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, legend)
	return err
}

const legend = `
The healthy system answers after 25 ms to 8 callers; the other never answers its 32.
alone/s, beside/s: good answers a second of the healthy system, by itself and while the other hangs; kept: their ratio.
success, p50, p99: of the healthy system's calls while the other hangs. held: calls stuck in the hanging system at a time.`
