package driver_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime/metrics"
	"strconv"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/driver"
)

// gogc is how much garbage there may be now, in per cent of what is live.
func gogc() uint64 {
	s := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// A small heap is not collected at all. Config.GC holds while packages are loaded, and not after; GOGC in the environment wins. Both are of the whole process, so
// it has one of its own.
func TestLoadGC(t *testing.T) {
	if percent, err := strconv.Atoi(os.Getenv("TEST_GC")); err == nil {
		loadWithGC(t, percent)
		return
	}
	t.Parallel()
	for _, tt := range []struct {
		percent int
		gogc    string
		want    string
	}{
		{0, "", "100 100 100"},
		{driver.LoadGC, "", "100 1900 100"},
		{250, "", "100 1900 100"},
		{driver.LoadGC, "150", "150 150 150"},
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestLoadGC$", "-test.count=1")
		cmd.Env = append(os.Environ(), fmt.Sprint("TEST_GC=", tt.percent), "GOGC="+tt.gogc)
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "GC: "+tt.want+"\n") {
			t.Errorf("%d, GOGC=%q: %v, want %s in\n%s", tt.percent, tt.gogc, err, tt.want, out)
		}
	}
}

// loadWithGC loads a package and prints what gogc is before, meanwhile and after.
func loadWithGC(t *testing.T, percent int) {
	dir := unpack(t, "-- go.mod --\nmodule example.com/m\n\ngo 1.26\n-- a.go --\npackage m\n")
	before, during := gogc(), uint64(0)
	_, err := driver.Load(context.Background(), driver.Config{Dir: dir, GC: percent, Env: append(os.Environ(), "GOFLAGS=", "GOPROXY=off"),
		Progress: func(string) { during = gogc() }})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("GC: %d %d %d\n", before, during, gogc())
}
