package driver

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

const (
	// LoadGC is how much garbage there may be while packages are loaded, in per cent of what is live; see Config.GC. Nearly
	// all that loading allocates stays, so a collection meanwhile finds little.
	LoadGC = 200

	// checkGC is the same while packages are checked. Peak memory falls by a tenth against the 100 of the runtime, for a few
	// per cent of time.
	checkGC = 70

	// smallHeap is how large the heap may become before there is any collection, whatever is live. Half of what a run over
	// a module of 70,000 lines spends on collections is spent below it.
	smallHeap = 96 << 20
)

// setGC sets how much garbage there may be, in per cent of what is live, and returns what sets it back. 0 leaves it as it
// is, and so does GOGC in the environment, which has the last word.
func setGC(percent int) (back func()) {
	if percent == 0 || os.Getenv("GOGC") != "" {
		return func() {}
	}
	p := &pacer{percent: percent}
	before := debug.SetGCPercent(p.next(liveHeap()))
	p.watch()
	return func() {
		p.stop()
		debug.SetGCPercent(before)
	}
}

// A pacer sets anew after each collection when the next one is due.
type pacer struct {
	percent int

	mu   sync.Mutex
	done bool
}

// leastLive is what the runtime takes to be live at least: no collection begins below that, and per cent of it.
const leastLive = 4 << 20

// next is the setting with which the next collection is due at percent, but not below smallHeap.
func (p *pacer) next(live uint64) int {
	return max(p.percent, int(smallHeap*100/max(live, leastLive))-100)
}

// watch has the runtime call again after each collection: nothing else refers to the object.
func (p *pacer) watch() {
	type collected struct{ *pacer } // of a size of its own: the finalizers of tiny objects wait for their neighbours
	runtime.SetFinalizer(&collected{p}, func(*collected) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if !p.done {
			debug.SetGCPercent(p.next(liveHeap()))
			p.watch()
		}
	})
}

func (p *pacer) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done = true
}

// liveHeap is what the last collection has left.
func liveHeap() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
