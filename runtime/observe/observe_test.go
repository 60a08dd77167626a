package observe_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/reslint/reslint/runtime/observe"
	"github.com/reslint/reslint/runtime/settings"
	"github.com/reslint/reslint/runtime/unit"
)

func TestLog(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	u, err := unit.New("sber", settings.System{
		BaseURL: "http://sber.example.com", MaxConcurrent: 8, MaxConnections: 10, MaxKeepaliveConnections: 8,
		ConnectTimeout: time.Second, ReadTimeout: 2 * time.Second, TotalTimeout: 3 * time.Second,
	}, unit.Options{Observers: []unit.Observer{observe.Log(slog.New(slog.NewTextHandler(&out, nil)))}})
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		_ = u.Call(t.Context(), func(context.Context) error { return errors.New("reset") })
	}
	text := out.String()
	if strings.Count(text, "\n") != 1 || !strings.Contains(text, `level=WARN msg="circuit breaker changed state" system=sber from=closed to=open`) {
		t.Errorf("logged\n%s", text)
	}
	observe.Log(nil).ObserveTransition(unit.Transition{System: "sber"})
}

// Services that use neither Prometheus nor OpenTelemetry do not build them.
func TestCoreImportsNeither(t *testing.T) {
	t.Parallel()
	core := []string{"settings", "unit", "registry", "pipeline", "health", "observe"}
	args := []string{"list", "-deps"}
	for _, name := range core {
		args = append(args, "github.com/reslint/reslint/runtime/"+name)
	}
	deps, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	for dep := range strings.FieldsSeq(string(deps)) {
		for _, unwanted := range []string{"prometheus", "opentelemetry", "golang.org/x/tools", "/analyzers", "/internal/outbound"} {
			if strings.Contains(dep, unwanted) {
				t.Errorf("the core imports %s", dep)
			}
		}
	}
}

func ExampleLogger() {
	l := observe.Log(slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	})))
	l.ObserveTransition(unit.Transition{System: "sber", From: unit.Closed, To: unit.Open})
	// Output: level=WARN msg="circuit breaker changed state" system=sber from=closed to=open
}
