package sizing

import (
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/settings"
)

const name = "ressizing"

// Checks lists what the analyzer reports.
func Checks() []*rule.Check {
	return []*rule.Check{poolBelowConcurrency, poolHeadroom, keepaliveAbovePool, poolTotal}
}

func checkOf(kind settings.Kind) *rule.Check {
	switch kind {
	case settings.PoolBelowConcurrency:
		return poolBelowConcurrency
	case settings.PoolHeadroom:
		return poolHeadroom
	case settings.KeepaliveAbovePool:
		return keepaliveAbovePool
	}
	return poolTotal
}

// where is what all pages say about the places that numbers are read from.
const where = "`settings.paths` names the files that are read, `settings.roots` the mappings that hold one section a system, " +
	"`settings.keys` further names of the keys, and `settings.profiles` the files that override each other. " +
	"Without them, YAML files in the module root, `config/`, `configs/` and `conf/` with a `client` mapping are read, " +
	"and `.env` in the module root; each file is judged by itself.\n\n" +
	"Where a file and a default in a struct tag give the same setting different values, the file counts, and the finding says so. " +
	"Sections that speak gRPC, HTTP/2 or Redis are left out, because one connection carries many calls there."

var poolBelowConcurrency = &rule.Check{
	Name: "pool-below-concurrency", Guide: "R-RES-ISO-2", Analyzer: name, Severity: rule.Error, Since: "0.1.0",
	Summary: "a system's connection pool is smaller than the number of calls that its bulkhead lets in",
	Why: "`max_concurrent` is how many calls to the system the bulkhead lets in at once; `max_connections` is " +
		"`http.Transport.MaxConnsPerHost`. If it is smaller, the calls that the bulkhead let in wait a second time, inside the transport, " +
		"for a connection to become free. Nothing counts that queue, it has no limit, and it does not fail fast: it ends by the context's " +
		"deadline or by `Client.Timeout` only, which include the time spent waiting, so a busy system looks like a slow one and its breaker " +
		"opens on timeouts that the system did not cause. The bulkhead's own limit is never what rejects a call.\n\n" +
		"`MaxConnsPerHost` counts connections that are being dialled, in use or idle, for one scheme, host and port. A client that talks to " +
		"several hosts has that many for each of them.",
	Lang: "yaml",
	Bad: `client:
  sber:
    max_concurrent: 16
    max_connections: 12
`,
	Good: `client:
  sber:
    max_concurrent: 16
    max_connections: 20
`,
	HowToFix: "Raise `max_connections` to 1.2 × `max_concurrent`, rounded up, which is what the fix does, or let fewer calls in. " +
		"Then look at the sum over all systems: see `pool-total`.",
	Configure: where,
}

var poolHeadroom = &rule.Check{
	Name: "pool-headroom", Guide: "R-RES-ISO-2", Analyzer: name, Severity: rule.Warning, Since: "0.1.0",
	Summary: "a system's connection pool leaves no room beside the calls in use, or far more than they can use",
	Why: "A connection is not free at the moment when its call is over. It goes back to the pool when the response body has been read to its " +
		"end and closed, which may be after the permit was given back; and one that is being dialled, even for a call that meanwhile got " +
		"another, counts against `MaxConnsPerHost` too. With exactly as many connections as calls, a call that the bulkhead has just let in " +
		"waits for one of those. A fifth more absorbs that.\n\n" +
		"Far more connections than calls can never be used: the bulkhead is the limit. They hide a mistake in one of the two numbers, and " +
		"they are counted against the file descriptors that the database pool needs as well (see `pool-total`).\n\n" +
		"Right is from 1.2 to 1.5 × `max_concurrent`, both rounded up: 20 to 24 connections for 16 calls.",
	Lang: "yaml",
	Bad: `client:
  sber:
    max_concurrent: 20
    max_connections: 20
`,
	Good: `client:
  sber:
    max_concurrent: 20
    max_connections: 24
`,
	HowToFix: "Set `max_connections` to 1.2 × `max_concurrent`, rounded up. The fix does that where there are too few; where there are too " +
		"many, one of the two numbers is not what was meant, and only you know which.",
	Configure: "`settings.factors.min` and `settings.factors.max` change the range. " + where,
}

var keepaliveAbovePool = &rule.Check{
	Name: "keepalive-above-pool", Guide: "R-RES-ISO-2", Analyzer: name, Severity: rule.Warning, Since: "0.1.0",
	Summary: "more connections of a system may idle than may be open",
	Why: "`max_keepalive_connections` is `http.Transport.MaxIdleConnsPerHost`, and `max_connections` is `MaxConnsPerHost`. Both are per host, " +
		"and idle connections count as open ones, so the transport never holds more idle connections than `MaxConnsPerHost`: the larger " +
		"number has no effect. One of the two is not what was meant. 0 idle connections are a choice and not reported, and so is a pool " +
		"without a limit.",
	Lang: "yaml",
	Bad: `client:
  sber:
    max_concurrent: 10
    max_connections: 12
    max_keepalive_connections: 40
`,
	Good: `client:
  sber:
    max_concurrent: 10
    max_connections: 12
    max_keepalive_connections: 10
`,
	HowToFix: "Lower `max_keepalive_connections` to what the system needs between bursts, at most `max_connections`; `max_concurrent` is a good " +
		"start.",
	Configure: where,
}

var poolTotal = &rule.Check{
	Name: "pool-total", Guide: "R-RES-ISO-2", Analyzer: name, Severity: rule.Error, Since: "0.1.0",
	Summary: "all systems together may open more connections than half of the database pool",
	Why: "Connections to external systems and to the database are file descriptors and memory of one process, and a request mostly needs " +
		"both. If more calls outward can be in flight than the database can serve beside them, a slow external system lets work pile up that " +
		"holds, or waits for, database connections, and requests that call nobody starve with it. Half of the pool is a conservative share " +
		"that leaves the database the other half under peak load.\n\n" +
		"In Go nothing else ties these numbers: every `http.Transport` has a pool of its own, `MaxConnsPerHost` is per host, and `sql.DB` " +
		"and `pgxpool` know nothing of either.\n\n" +
		"The sum takes in every system whose `max_connections` is known. Constants in code are added up for each package, with what " +
		"it has from constructors of other packages; where the database pool gets its size (`SetMaxOpenConns`, pgxpool's `MaxConns`) in " +
		"an imported package, the finding stands at the import, once. A section `default` or `defaults` opens no connections. Embedded databases, which have no connections to wait for, and " +
		"multiplexed protocols are left out.",
	Lang: "yaml",
	Bad: `database:
  pool_size: 40
client:
  sber:
    max_concurrent: 16
    max_connections: 20
  receipt:
    max_concurrent: 8
    max_connections: 10
  insurance:
    max_concurrent: 6
    max_connections: 8
`,
	Good: `database:
  pool_size: 40
client:
  sber:
    max_concurrent: 8
    max_connections: 10
  receipt:
    max_concurrent: 4
    max_connections: 5
  insurance:
    max_concurrent: 3
    max_connections: 4
`,
	HowToFix: "Let fewer calls out (lower `max_concurrent` and `max_connections` together), or give the database pool more connections, if " +
		"the server has them: in the example 80 would do as well.",
	Configure: "`settings.database` says where the size of the pool is; by default in `database.pool_size`. Both numbers are per process, so " +
		"more replicas change nothing: each brings its own clients and its own database pool. Where all replicas go through one pool of a " +
		"fixed size (pgbouncer, RDS Proxy) and `database.pool_size` is the size of that one, `settings.replicas` is the number of processes, " +
		"and the sum is multiplied by it. " + where,
}
