package settings_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/settings"
)

// sizes are the numbers of one system; 0 is absent, except for idle connections, where -1 is.
type sizes struct{ concurrent, connections, keepalive int }

// A model is settings before they are written down.
type model struct {
	systems map[string]sizes // keys in snake case
	pool    int              // 0 is absent
}

func randomModel(r *rand.Rand) model {
	m := model{systems: make(map[string]sizes)}
	for _, name := range []string{"sber", "receipt_service", "tax", "credit_bureau_two"} {
		if r.IntN(4) == 0 {
			continue
		}
		s := sizes{concurrent: r.IntN(12), connections: r.IntN(16), keepalive: r.IntN(16) - 1}
		if s == (sizes{keepalive: -1}) {
			s.concurrent = 1
		}
		m.systems[name] = s
	}
	if len(m.systems) == 0 {
		m.systems["sber"] = sizes{concurrent: 10, connections: 12, keepalive: 3}
	}
	if r.IntN(4) > 0 {
		m.pool = r.IntN(80)
	}
	return m
}

// verdict evaluates the inequalities of the rules directly.
func (m model) verdict() []string {
	var out []string
	sum := 0
	for name, s := range m.systems {
		add := func(kind settings.Kind) { out = append(out, fmt.Sprintf("%d %s", kind, name)) }
		sum += s.connections
		if s.connections == 0 {
			continue
		}
		if s.concurrent > 0 {
			switch {
			case s.connections < s.concurrent:
				add(settings.PoolBelowConcurrency)
			case 10*s.connections < 12*s.concurrent, s.connections > (15*s.concurrent+9)/10:
				add(settings.PoolHeadroom)
			}
		}
		if s.keepalive > s.connections {
			add(settings.KeepaliveAbovePool)
		}
	}
	if m.pool > 0 && 2*sum > m.pool {
		out = append(out, fmt.Sprintf("%d ", settings.PoolTotal))
	}
	slices.Sort(out)
	return out
}

// A writer writes a model down in one of many ways.
type writer struct {
	*rand.Rand
	style   int  // of keys: snake, kebab, camel, or mixed
	quote   bool // numbers
	anchors bool
	flow    bool
	break_  string
}

func (w writer) key(name string) string {
	style := w.style
	if style == 3 {
		style = w.IntN(3)
	}
	switch style {
	case 1:
		return strings.ReplaceAll(name, "_", "-")
	case 2:
		parts := strings.Split(name, "_")
		for i, p := range parts[1:] {
			parts[i+1] = strings.ToUpper(p[:1]) + p[1:]
		}
		return strings.Join(parts, "")
	}
	return name
}

func (w writer) number(n int) string {
	if !w.quote {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf([]string{`"%d"`, `'%d'`, `%d`, `!!str %d`, `%d.0`}[w.IntN(5)], n)
}

// entries are the settings of a system, in any order.
func (w writer) entries(s sizes) []string {
	var out []string
	if s.concurrent > 0 {
		out = append(out, w.key("max_concurrent")+": "+w.number(s.concurrent))
	}
	if s.connections > 0 {
		out = append(out, w.key("max_connections")+": "+w.number(s.connections))
	}
	if s.keepalive >= 0 {
		out = append(out, w.key("max_keepalive_connections")+": "+w.number(s.keepalive))
	}
	w.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func (w writer) yaml(m model) string {
	var head, client, database []string
	for _, name := range slices.Sorted(maps.Keys(m.systems)) {
		entries := w.entries(m.systems[name])
		if w.anchors {
			cut := w.IntN(len(entries) + 1)
			head = append(head, fmt.Sprintf("x-%s: &%s {%s}", name, name, strings.Join(entries[:cut], ", ")))
			whole := cut == len(entries)
			entries = append(entries[cut:], "<<: *"+name)
			if whole && w.IntN(2) == 0 {
				client = append(client, fmt.Sprintf("  %s: *%s", w.key(name), name))
				continue
			}
		}
		if w.flow {
			client = append(client, fmt.Sprintf("  %s: {%s}", w.key(name), strings.Join(entries, ", ")))
			continue
		}
		client = append(client, fmt.Sprintf("  %s:\n    %s", w.key(name), strings.Join(entries, "\n    ")))
	}
	w.Shuffle(len(client), func(i, j int) { client[i], client[j] = client[j], client[i] })
	blocks := []string{"client:\n" + strings.Join(client, "\n")}
	if m.pool > 0 {
		database = append(database, fmt.Sprintf("database:\n  %s: %s", w.key("pool_size"), w.number(m.pool)))
	}
	blocks = append(blocks, database...)
	w.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
	return strings.ReplaceAll(strings.Join(append(head, blocks...), "\n# a comment\n")+"\n", "\n", w.break_)
}

func (w writer) env(m model) string {
	var lines []string
	for name, s := range m.systems {
		prefix := "CLIENT__" + strings.ToUpper(name) + "__"
		if s.concurrent > 0 {
			lines = append(lines, fmt.Sprintf("%sMAX_CONCURRENT=%d", prefix, s.concurrent))
		}
		if s.connections > 0 {
			lines = append(lines, fmt.Sprintf("%sMAX_CONNECTIONS='%d' # why", prefix, s.connections))
		}
		if s.keepalive >= 0 {
			lines = append(lines, fmt.Sprintf("export %sMAX_KEEPALIVE_CONNECTIONS=\"%d\"", prefix, s.keepalive))
		}
	}
	if m.pool > 0 {
		lines = append(lines, fmt.Sprintf("DATABASE__POOL_SIZE=%d", m.pool))
	}
	w.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	return strings.Join(lines, w.break_)
}

func verdictOf(t *testing.T, name, text string) []string {
	t.Helper()
	m := settings.Load(module(t, name, text), settings.Options{})
	if len(m.Errors) > 0 {
		t.Fatalf("%v in\n%s", m.Errors[0], text)
	}
	var out []string
	for _, s := range m.Sets {
		for _, v := range settings.Sizes(s, settings.Options{}) {
			out = append(out, fmt.Sprintf("%d %s", v.Kind, snake(v.System)))
		}
	}
	slices.Sort(out)
	return out
}

func snake(name string) string { return strings.Join(settings.Words(name), "_") }

// The verdict is that of the inequalities, however the settings are written.
func TestVerdictIsThatOfTheInequalities(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		m := randomModel(r)
		w := writer{
			Rand: r, style: r.IntN(4), quote: r.IntN(2) == 0, anchors: r.IntN(2) == 0, flow: r.IntN(2) == 0,
			break_: []string{"\n", "\r\n"}[r.IntN(2)],
		}
		name, text := "config/settings.yaml", w.yaml(m)
		if r.IntN(4) == 0 {
			name, text = ".env", w.env(m)
		}
		if r.IntN(4) == 0 {
			text = "\uFEFF" + text
		}
		if got, want := verdictOf(t, name, text), m.verdict(); !slices.Equal(got, want) {
			t.Fatalf("got %q, want %q for\n%s", got, want, text)
		}
	}
}

// Raising max_concurrent never removes pool-below-concurrency; raising max_connections never removes pool-total.
func TestRaisingNeverHeals(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	w := writer{Rand: r, break_: "\n"}
	for range 200 {
		m := randomModel(r)
		before := verdictOf(t, "settings.yaml", w.yaml(m))
		for _, name := range slices.Sorted(maps.Keys(m.systems)) {
			more := model{systems: maps.Clone(m.systems), pool: m.pool}
			s := m.systems[name]
			if s.concurrent > 0 {
				s.concurrent += 1 + r.IntN(9)
			}
			more.systems[name] = s
			id := fmt.Sprintf("%d %s", settings.PoolBelowConcurrency, name)
			if after := verdictOf(t, "settings.yaml", w.yaml(more)); slices.Contains(before, id) && !slices.Contains(after, id) {
				t.Fatalf("more calls for %s heal it in %+v", name, m)
			}
			s = m.systems[name]
			s.connections += 1 + r.IntN(9)
			more.systems[name] = s
			id = fmt.Sprintf("%d ", settings.PoolTotal)
			if after := verdictOf(t, "settings.yaml", w.yaml(more)); slices.Contains(before, id) && !slices.Contains(after, id) {
				t.Fatalf("more connections for %s heal the total in %+v", name, m)
			}
		}
	}
}
