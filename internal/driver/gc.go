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
	smallHeap = 80 << 20
)

// setGC sets how much garbage there may be, in per cent of what is live, and returns what sets it back. 0 leaves it as it
// is, and so does GOGC in the environment, which has the last word.
func setGC(percent int) (back func()) {
	if percent == 0 || os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := pace.start(percent)
	return func() { pace.stop(before) }
}

// pace is the pacer of the process, as the setting is. Another one for each phase would miss a collection that is under way
// when it begins.
var pace pacer

// A pacer sets anew after each collection when the next one is due.
type pacer struct {
	mu      sync.Mutex
	percent int // 0 while nothing is to be set
	watches bool
}

func (p *pacer) start(percent int) (before int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.percent = percent
	if !p.watches {
		p.watch()
	}
	return debug.SetGCPercent(next(percent, liveHeap()))
}

func (p *pacer) stop(before int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.percent = 0
	debug.SetGCPercent(before)
}

// watch has the runtime call after the next collection: nothing refers to the object.
func (p *pacer) watch() {
	p.watches = true
	type collected struct{ *pacer }
	runtime.SetFinalizer(&collected{p}, func(*collected) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.watches = p.percent != 0; p.watches {
			debug.SetGCPercent(next(p.percent, liveHeap()))
			p.watch()
		}
	})
}

// leastLive is what the runtime takes to be live at least: no collection begins below that, and per cent of it.
const leastLive = 4 << 20

// next is the setting with which the next collection is due at percent, but not below smallHeap.
func next(percent int, live uint64) int {
	return max(percent, int(smallHeap*100/max(live, leastLive))-100)
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
