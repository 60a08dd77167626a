package catalog

import (
	"go/types"
	"strings"
)

// Role says what a method does with permits.
type Role uint8

// The roles.
const (
	Take Role = iota + 1 // takes a permit or fails with an error, and waits for it
	Try                  // takes a permit or returns false, without a wait
	Give                 // gives a permit back
)

// A Permit is a method of a bulkhead that takes permits or gives them back.
type Permit struct {
	Name    string
	Role    Role
	Ctx     int  // the argument that bounds the wait, without the receiver; -1 is none
	Amount  int  // the argument that says how many permits; -1 is one
	Bounded bool // it waits no longer than an argument says
}

const (
	weighted  = "(*golang.org/x/sync/semaphore.Weighted)."
	marusama  = "(github.com/marusama/semaphore/v2.Semaphore)."
	failsafeB = "(" + failsafe + "/bulkhead.Bulkhead)."
)

var permits = index([][]Permit{{
	{weighted + "Acquire", Take, 0, 1, false},
	{weighted + "TryAcquire", Try, -1, 0, false},
	{weighted + "Release", Give, -1, 0, false},
	{marusama + "Acquire", Take, 0, 1, false},
	{marusama + "TryAcquire", Try, -1, 0, false},
	{marusama + "Release", Give, -1, 0, false},
	{failsafeB + "AcquirePermit", Take, 0, -1, false},
	{failsafeB + "AcquirePermitWithMaxWait", Take, 0, -1, true},
	{failsafeB + "TryAcquirePermit", Try, -1, -1, false},
	{failsafeB + "ReleasePermit", Give, -1, -1, false},
}}, func(p *Permit) string { return p.Name })

// A Spawn is a function that runs a function in a goroutine of its own.
type Spawn struct {
	Name  string
	Limit string // the method of the same type that limits how many run at once; "" is none
	May   bool   // it may decide not to
}

var spawns = index([][]Spawn{{
	{"(*golang.org/x/sync/errgroup.Group).Go", "SetLimit", false},
	{"(*golang.org/x/sync/errgroup.Group).TryGo", "SetLimit", true},
	{"(*sync.WaitGroup).Go", "", false},
	{"(*github.com/sourcegraph/conc.WaitGroup).Go", "", false},
}}, func(s *Spawn) string { return s.Name })

// A Closer is a method after which calls through its receiver fail, or lose their connections.
type Closer struct {
	Name string
	What string // what is closed
	Soft bool   // calls in flight go on; only what is idle is closed
}

var closers = index([][]Closer{{
	{"(*net/http.Client).CloseIdleConnections", "idle connections", true},
	{"(*net/http.Transport).CloseIdleConnections", "idle connections", true},
	{"(*database/sql.DB).Close", "the database pool", false},
	{"(*google.golang.org/grpc.ClientConn).Close", "the gRPC connection", false},
	{"(*github.com/jackc/pgx/v5/pgxpool.Pool).Close", "the database pool", false},
	{"(*github.com/jackc/pgx/v4/pgxpool.Pool).Close", "the database pool", false},
	{"(*github.com/jackc/pgx/v5.Conn).Close", "the database connection", false},
	{"(*github.com/jmoiron/sqlx.DB).Close", "the database pool", false},
	{"(*github.com/redis/go-redis/v9.Client).Close", "the Redis client", false},
	{"(*github.com/redis/go-redis/v9.baseClient).Close", "the Redis client", false},
	{"(*github.com/redis/go-redis/v9.ClusterClient).Close", "the Redis client", false},
	{"(github.com/redis/go-redis/v9.UniversalClient).Close", "the Redis client", false},
	{"(*github.com/go-redis/redis/v8.Client).Close", "the Redis client", false},
	{"(*github.com/go-redis/redis/v8.baseClient).Close", "the Redis client", false},
	{"(*github.com/segmentio/kafka-go.Writer).Close", "the queue's writer", false},
	{"(*github.com/nats-io/nats.go.Conn).Close", "the queue's connection", false},
	{"(*github.com/rabbitmq/amqp091-go.Connection).Close", "the queue's connection", false},
	{"(*github.com/rabbitmq/amqp091-go.Channel).Close", "the queue's channel", false},
	{"(*github.com/streadway/amqp.Connection).Close", "the queue's connection", false},
	{"(*github.com/streadway/amqp.Channel).Close", "the queue's channel", false},
	{"(github.com/IBM/sarama.SyncProducer).Close", "the queue's producer", false},
	{"(github.com/IBM/sarama.AsyncProducer).Close", "the queue's producer", false},
	{"(*github.com/twmb/franz-go/pkg/kgo.Client).Close", "the queue's client", false},
}}, func(c *Closer) string { return c.Name })

// A Drain is a method that returns when what is under way has ended.
type Drain struct {
	Name   string
	Server bool // it stops a server, whose handlers are what is under way
}

var drains = index([][]Drain{{
	{"(*net/http.Server).Shutdown", true},
	{"(*google.golang.org/grpc.Server).GracefulStop", true},
	{"(*github.com/labstack/echo/v4.Echo).Shutdown", true},
	{"(*github.com/gofiber/fiber/v2.App).Shutdown", true},
	{"(*github.com/gofiber/fiber/v2.App).ShutdownWithContext", true},
	{"(*github.com/gofiber/fiber/v2.App).ShutdownWithTimeout", true},
	{"(*github.com/gofiber/fiber/v3.App).Shutdown", true},
	{"(*github.com/gofiber/fiber/v3.App).ShutdownWithContext", true},
	{"(*github.com/gofiber/fiber/v3.App).ShutdownWithTimeout", true},
	{"(*github.com/valyala/fasthttp.Server).Shutdown", true},
	{"(*github.com/valyala/fasthttp.Server).ShutdownWithContext", true},
	{"(*sync.WaitGroup).Wait", false},
	{"(*golang.org/x/sync/errgroup.Group).Wait", false},
	{"(*github.com/sourcegraph/conc.WaitGroup).Wait", false},
}}, func(d *Drain) string { return d.Name })

// methods are the last parts of the names in these tables: most methods need no closer look.
var methods = func() map[string]bool {
	m := make(map[string]bool)
	add := func(name string) { m[name[strings.LastIndexByte(name, '.')+1:]] = true }
	for name := range permits {
		add(name)
	}
	for name := range spawns {
		add(name)
	}
	for name := range closers {
		add(name)
	}
	for name := range drains {
		add(name)
	}
	return m
}()

// method names a method as the tables do: "(path.T).M" without type arguments.
func method(f *types.Func) string {
	if f == nil || !methods[f.Name()] || f.Pkg() == nil || f.Signature().Recv() == nil {
		return ""
	}
	return plainName(f.Origin().FullName())
}

// LookupPermit returns what a method does with permits, or nil.
func LookupPermit(f *types.Func) *Permit { return permits[method(f)] }

// LookupSpawn returns how a method starts goroutines, or nil.
func LookupSpawn(f *types.Func) *Spawn { return spawns[method(f)] }

// LookupCloser returns what a method closes, or nil.
func LookupCloser(f *types.Func) *Closer { return closers[method(f)] }

// LookupDrain returns what a method waits for, or nil.
func LookupDrain(f *types.Func) *Drain { return drains[method(f)] }
