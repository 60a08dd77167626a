package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The commands in the document work as they stand there, on two machines that share nothing but the cache.
func TestScaleDocument(t *testing.T) {
	t.Parallel()
	work, bin := t.TempDir(), build(t)
	unpack(t, work, "-- go.mod --\nmodule example.com/m\n\ngo 1.26\n-- p.go --\npackage p\n\n//reslint:ignore nothing\nvar X int\n")
	image := strings.TrimPrefix(goEnv(t, "GOCACHE")[0], "GOCACHE=")
	commands, server := snippet(t, "docs/scale.md", "sh", "export GOCACHEPROG="), t.TempDir()
	env := append(withPath(os.Environ(), filepath.Dir(bin)), "GOFLAGS=", "GOWORK=off")
	var first string
	for machine := range 2 {
		program := strings.Join([]string{"cacheprog", t.TempDir(), server, image}, " ")
		out, status := shell(t, work, env, strings.ReplaceAll(commands, "my-cache-program", "'"+program+"'"))
		if status != 1 || !strings.Contains(out, "p.go:3:1: ") || machine > 0 && out != first {
			t.Errorf("machine %d: exit status %d\n%s", machine, status, out)
		}
		first = out
	}
	if entries, err := os.ReadDir(server); err != nil || len(entries) == 0 {
		t.Errorf("nothing was shared: %v", err)
	}
}
