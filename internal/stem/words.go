package stem

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// parts are words for the parts of a unit and for what holds or configures them.
var parts = []string{
	"adapter", "breaker", "breakers", "bulkhead", "cb", "circuit", "circuitbreaker", "cli", "client", "clients", "conn", "connection",
	"connector", "doer", "executor", "gateway", "hc", "integration", "limiter", "pool", "provider", "rt", "round", "roundtripper", "sem",
	"semaphore", "stub", "tr", "transport", "tripper", "unit", "weighted",
	"cfg", "conf", "config", "configuration", "options", "opts", "section", "settings",
}

// attached are the roles that packages and hosts are named with, without a separator.
var attached = []string{"adapter", "client", "connector", "gateway", "breaker", "provider", "service", "api", "semaphore", "settings", "config"}

// manners are words that say how something works, where it stands or what is done, but not to whom.
var manners = []string{
	"a", "an", "and", "by", "for", "from", "in", "is", "my", "of", "on", "or", "our", "out", "per", "the", "to", "via", "with",
	"api", "apis", "app", "application", "async", "auth", "authenticated", "authorized", "backend", "background", "base", "basic", "batch",
	"be", "bulk", "cache", "cached", "call", "caller", "calls", "central", "common", "concurrency", "concurrent", "context", "core",
	"ctx", "current", "custom", "debug", "default", "defaults", "delete", "dep", "dependency", "dest", "destination", "dial", "dialer",
	"direct", "download", "downstream", "dummy", "egress", "endpoint", "env", "err", "error", "exec", "execute", "external", "factory",
	"failover", "fake", "fallback", "fast", "fetch", "fetcher", "first", "foo", "func", "generic", "get", "global", "group", "grpc", "guard",
	"h1", "h2", "handler", "health", "helper", "host", "http", "http1", "http2", "https", "impl", "init", "inner", "input",
	"insecure", "instance", "instrumented", "integrations", "interface", "internal", "isolated", "job", "json", "last", "lb", "limit",
	"limited", "limits", "list", "load", "local", "lock", "log", "logger", "logging", "long", "main", "make", "manager", "max",
	"metrics", "mgr", "middleware", "mock", "module", "mtls", "mutex", "mux", "name", "net", "network", "new", "next", "node", "noop",
	"nop", "oauth", "oauth2", "object", "old", "op", "open", "operation", "orig", "original", "outbound", "outer", "output",
	"parallel", "parent", "partner", "pass", "passthrough", "plain", "poll", "poller", "polling", "port", "post", "prev", "primary", "private",
	"probe", "process", "protected", "proxied", "proxy", "public", "push", "put", "query", "queue", "rate", "raw", "read", "reader",
	"real", "refresh", "registry", "relay", "remote", "replica", "repo", "repository", "req", "request", "requester", "requests", "res",
	"resilience", "resilient", "resource", "resp", "response", "rest", "resty", "result", "retry", "retryable", "retryablehttp", "retrying", "root", "route", "router",
	"rpc", "run", "runner", "safe", "second", "secondary", "secure", "secured", "self", "send", "sender", "server", "service", "services", "session", "set",
	"setting", "setup", "shared", "short", "simple", "single", "slow", "soap", "source", "src", "sse", "ssl", "standard", "std", "store", "stream",
	"streaming", "submit", "svc", "sync", "system", "target", "task", "tasks", "tcp", "temp", "test", "tester", "testing", "timeout", "tls", "tmp", "token",
	"tokens", "tool", "traced", "tracing", "trusted", "type", "udp", "unary", "update", "upload", "uploader", "upstream", "url", "util", "utils", "val",
	"value", "var", "verify", "wait", "watch", "watcher", "web", "webhook", "webhooks", "websocket", "worker", "workers", "wrapped", "wrapper", "write",
	"writer", "ws", "x",
}

// properties are what stands at the end of a setting's name: what of the system is set.
var properties = []string{
	"access", "account", "addr", "address", "apikey", "attempts", "basepath", "bearer", "ca", "cert", "certificate", "connections", "creds", "credentials",
	"database", "deadline", "dir", "domain", "dsn", "email", "enabled", "file", "hostname", "hosts", "id", "interval", "keepalive", "key", "login", "mode",
	"passphrase", "password", "path", "pem", "ports", "prefix", "region", "retries", "schema", "scheme", "scope", "scopes", "secret", "size", "threshold",
	"timeouts", "tokens", "ttl", "uri", "urls", "user", "username", "version",
}

// plain reports whether a word says nothing about a system. A single letter is a variable.
func plain(w string) bool {
	if _, ok := slices.BinarySearch(plainWords, w); ok {
		return true
	}
	return isNumber(w) || len(w) == 1 && w[0] < utf8.RuneSelf || len(w) > 1 && w[0] == 'v' && isNumber(w[1:])
}

var plainWords = func() []string {
	all := slices.Concat(parts, manners)
	slices.Sort(all)
	return all
}()

func isNumber(w string) bool { return w != "" && strings.Trim(w, "0123456789") == "" }

// bare are what is left of the names of adapter types that say how a client works rather than what it calls.
var bare = map[string]bool{"": true, "http": true, "https": true, "api": true, "rest": true, "base": true, "default": true,
	"retry": true, "retryable": true, "auth": true, "oauth": true, "oauth2": true, "authenticated": true, "token": true,
	"json": true, "rpc": true, "grpc": true, "logging": true, "metrics": true, "tracing": true, "instrumented": true,
	"cached": true, "cache": true, "mock": true, "fake": true, "test": true, "remote": true, "proxy": true, "internal": true,
	"generic": true, "raw": true, "external": true, "my": true, "new": true, "web": true, "simple": true, "shared": true, "common": true}

// OfAdapter returns what the name of an adapter type says before one of the suffixes, in lower case; "" where it has
// none of them or says nothing else.
func OfAdapter(name string, suffixes []string) string {
	for _, s := range suffixes {
		stem, ok := strings.CutSuffix(name, s)
		if !ok {
			stem, ok = strings.CutSuffix(name, strings.ToLower(s))
		}
		if !ok {
			continue
		}
		stem = strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(stem, "HTTP"), "Http"))
		if bare[stem] || !Of(name).Known() { // clientAdapter
			return ""
		}
		return stem
	}
	return ""
}
