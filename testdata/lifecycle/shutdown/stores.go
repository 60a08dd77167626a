package shutdown

import (
	"context"
	"database/sql"
	"net/http"

	"github.com/gomodule/redigo/redis"
	"github.com/hibiken/asynq"
)

type stores struct {
	pool    *redis.Pool
	db      *sql.DB
	server  *http.Server
	workers *asynq.Server
}

func (c *stores) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn := c.pool.Get()
	defer conn.Close()
	_, _ = conn.Do("PING")
	_ = c.db.PingContext(r.Context())
}

func (c *stores) Stop(ctx context.Context) {
	_ = c.pool.Close() // want: close-before-drain "the Redis pool"
	_ = c.server.Shutdown(ctx)
}

// The server's requests have ended.
func (c *stores) StopInOrder(ctx context.Context) {
	_ = c.server.Shutdown(ctx)
	_ = c.pool.Close()
}

func (c *stores) StopWorkers() {
	_ = c.db.Close() // want: close-before-drain
	c.workers.Shutdown()
}

// Workers are waited for before what they use is closed.
func (c *stores) StopWorkersInOrder() {
	c.workers.Shutdown()
	_ = c.db.Close()
}
