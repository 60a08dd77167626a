package driver

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

func gcPercent() int {
	now := debug.SetGCPercent(100)
	debug.SetGCPercent(now)
	return now
}

func TestGCIsSetBack(t *testing.T) { //nolint:paralleltest // the setting is the process's
	before := gcPercent()
	t.Setenv("GOGC", "")
	back := setGC(70)
	if gcPercent() < 70 {
		t.Errorf("GC percent is %d while packages are checked, want 70 or more", gcPercent())
	}
	back()
	runtime.GC()
	time.Sleep(50 * time.Millisecond) // for a finalizer that is not to do anything
	if got := gcPercent(); got != before {
		t.Errorf("GC percent is %d afterwards, want %d", got, before)
	}
}

func TestGOGCHasTheLastWord(t *testing.T) {
	before := gcPercent()
	t.Setenv("GOGC", "55")
	defer setGC(70)()
	if got := gcPercent(); got != before {
		t.Errorf("GC percent is %d with GOGC set, want %d", got, before)
	}
}

func TestGCFollowsWhatIsLive(t *testing.T) { //nolint:paralleltest // as above
	t.Setenv("GOGC", "")
	keep := make([]byte, 4*smallHeap)
	defer setGC(70)()
	for range 100 {
		runtime.GC()
		if gcPercent() == 70 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if got := gcPercent(); got != 70 {
		t.Errorf("GC percent is %d with %d MB live, want 70", got, len(keep)>>20)
	}
	runtime.KeepAlive(keep)
}

func TestNextCollection(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		live uint64
		want int
	}{{0, 1900}, {1 << 20, 1900}, {40 << 20, 100}, {46 << 20, 73}, {48 << 20, 70}, {1 << 40, 70}} {
		if got := next(70, tt.live); got != tt.want {
			t.Errorf("next(%d MB) = %d, want %d", tt.live>>20, got, tt.want)
		}
	}
}
