package settings

import (
	"slices"
	"strings"
	"unicode"
)

// Names answers which setting a name means under given options.
type Names struct {
	roots    [][]string       // each folded, by element
	database []string         // folded, by element
	keys     map[string]Key   // folded name without dots → key
	paths    map[Key][]string // further names with dots

	rootWords     [][]string // as words
	databaseWords []string
}

// Names returns what names mean under the options.
func (o Options) Names() Names {
	n := Names{keys: make(map[string]Key), paths: make(map[Key][]string)}
	roots := o.Roots
	if len(roots) == 0 {
		roots = []string{DefaultRoot}
	}
	database := o.Database
	if database == "" {
		database = DefaultDatabase
	}
	for _, r := range roots {
		n.roots = append(n.roots, foldPath(r))
		n.rootWords = append(n.rootWords, Words(r))
	}
	n.database = foldPath(database)
	n.databaseWords = Words(database)
	for k := range PoolSize {
		n.keys[Fold(k.String())] = k
		for _, name := range o.Keys[k.String()] {
			if strings.Contains(name, ".") {
				n.paths[k] = append(n.paths[k], name)
			}
			n.keys[Fold(strings.ReplaceAll(name, ".", ""))] = k
		}
	}
	return n
}

func foldPath(path string) []string {
	elems := strings.Split(path, ".")
	for i, e := range elems {
		elems[i] = Fold(e)
	}
	return elems
}

// Words splits a name at separators and at changes of case, in lower case: "maxConns" and "MAX_CONNS" are max, conns.
func Words(name string) []string {
	var out []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			out, word = append(out, strings.ToLower(string(word))), nil
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			flush()
			continue
		}
		if i > 0 && unicode.IsUpper(r) {
			next := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if unicode.IsLower(runes[i-1]) || unicode.IsDigit(runes[i-1]) || next && unicode.IsUpper(runes[i-1]) {
				flush()
			}
		}
		word = append(word, r)
	}
	flush()
	return out
}

// A Ref is what the name of an environment variable, a flag or a dotted key means.
type Ref struct {
	Key    Key
	System string // "" where the name is the key alone, and for the database pool
	Rooted bool   // the name says that this is a section: CLIENT__SBER__…
}

// Ref reads a name: CLIENT__SBER__MAX_CONNECTIONS, client.sber.max_connections, SBER_MAX_CONNECTIONS,
// APP_CLIENT_SBER_MAX_CONNECTIONS, SBER_CLIENT_MAX_CONNECTIONS.
func (n Names) Ref(name string) (Ref, bool) {
	if hasSuffix(Words(name), n.databaseWords) {
		return Ref{Key: PoolSize}, true
	}
	if levels := segments(name); levels != nil {
		if r, ok := n.levels(levels); ok {
			return r, true
		}
	}
	key, rest, ok := n.trimKey(Words(name))
	if !ok || key.Timeout() && len(rest) > 0 && slices.Contains(phases, rest[len(rest)-1]) {
		return Ref{}, false
	}
	r := Ref{Key: key}
	r.System, r.Rooted = n.unroot(rest)
	return r, true
}

// levels reads a name that says where its levels are: the last one is the key, the one before it the system.
func (n Names) levels(levels []string) (Ref, bool) {
	last := len(levels) - 1
	key, ok := n.keys[Fold(levels[last])]
	if !ok || last == 0 {
		return Ref{}, false
	}
	r := Ref{Key: key}
	r.System, r.Rooted = n.unroot(Words(levels[last-1]))
	if r.System == "" && last > 1 { // SBER__CLIENT__MAX_CONNECTIONS
		r.System, _ = n.unroot(Words(levels[last-2]))
		return r, true
	}
	for _, level := range levels[:last-1] {
		if system, rooted := n.unroot(Words(level)); rooted && system == "" {
			r.Rooted = true
		}
	}
	return r, true
}

// unroot takes the root off the words of a system: client, sber or sber, client.
func (n Names) unroot(w []string) (system string, rooted bool) {
	for _, root := range n.rootWords {
		if before, after, ok := cut(w, root); ok {
			if len(after) == 0 {
				after = before
			}
			return strings.Join(after, "_"), true
		}
	}
	return strings.Join(w, "_"), false
}

// phases are words that make another timeout of one: with "timeout" as a name of the total, SBER_IDLE_CONN_TIMEOUT is
// no total timeout of a system sber_idle_conn.
var phases = []string{
	"alive", "conn", "connect", "connection", "continue", "dial", "drain", "graceful", "handshake", "header", "headers", "idle",
	"keepalive", "lock", "open", "pool", "query", "read", "shutdown", "tls", "write",
}

// Key reads the name of a key alone.
func (n Names) Key(name string) (Key, bool) {
	k, ok := n.keys[Fold(name)]
	return k, ok
}

// trimKey cuts the longest key off the end of the words.
func (n Names) trimKey(w []string) (Key, []string, bool) {
	for from := range w {
		if k, ok := n.keys[strings.Join(w[from:], "")]; ok {
			return k, w[:from], true
		}
	}
	return 0, nil, false
}

// segments splits a name into levels, where it has them.
func segments(name string) []string {
	switch {
	case strings.Contains(name, "__"):
		return strings.Split(name, "__")
	case strings.Contains(name, "."):
		return strings.Split(name, ".")
	}
	return nil
}

func hasSuffix(w, tail []string) bool {
	return len(w) >= len(tail) && slices.Equal(w[len(w)-len(tail):], tail)
}

// cut splits words around the first place where sep stands in them.
func cut(w, sep []string) (before, after []string, ok bool) {
	for i := 0; i+len(sep) <= len(w); i++ {
		if slices.Equal(w[i:i+len(sep)], sep) {
			return w[:i], w[i+len(sep):], true
		}
	}
	return nil, nil, false
}

// inward are words for things that are no external HTTP systems, though they have limits on connections and timeouts.
var inward = []string{
	"argon2", "bcrypt", "breaker", "cache", "cassandra", "cb", "circuit", "clickhouse", "database", "db", "elastic", "etcd",
	"gin", "grpc", "kafka", "listener", "memcached", "mongo", "mongodb", "mysql", "nats", "pg", "pgx", "postgres",
	"postgresql", "queue", "rabbitmq", "redis", "server", "smtp", "sql", "sqlite", "websocket", "worker", "workers", "ws",
}

// generic are words that alone name no system; beside another they say how it is called.
var generic = []string{"app", "default", "defaults", "http", "https", "internal", "rest", "service", "web"}

// plausible reports whether a section that no root marks as one is a unit's: its name is not that of a server or a
// database, and it has a key that only a unit has. A bulkhead without anything that calls may be anybody's.
func plausible(s *Section) bool {
	words := Words(s.System)
	if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(inward, w) }) ||
		!slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(generic, w) }) {
		return false
	}
	if s.Get(MaxKeepalive) != nil || s.Get(TotalTimeout) != nil {
		return true
	}
	others := slices.ContainsFunc(s.Values[:], func(v *Value) bool { return v != nil && v.Key != MaxConcurrent })
	return s.Get(MaxConcurrent) != nil && others
}

// multiplexed are words for protocols that carry many calls over one connection.
var multiplexed = []string{"grpc", "grpcs", "h2", "h2c", "http2", "redis", "rediss", "valkey"}

// namesMultiplexed reports whether a system's own name says that its connections are multiplexed.
func namesMultiplexed(system string) bool {
	return slices.ContainsFunc(Words(system), func(w string) bool { return slices.Contains(multiplexed, w) })
}
