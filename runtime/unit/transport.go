package unit

import (
	"context"
	"net"
	"net/http"
	"time"

	"github.com/reslint/reslint/runtime/settings"
)

// What net/http leaves open and no setting covers.
const (
	idleConnTimeout       = 90 * time.Second // that of http.DefaultTransport: under the idle timeout of common load balancers
	keepAlive             = 30 * time.Second // that of http.DefaultTransport
	expectContinueTimeout = time.Second      // that of http.DefaultTransport
)

// newTransport returns the unit's own connection pool: every limit and phase timeout is set, HTTP/2 stays on.
func newTransport(s settings.System, configure func(*http.Transport)) *http.Transport {
	t := &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true}
	if configure != nil {
		configure(t)
	}
	if t.DialContext == nil {
		t.DialContext = (&net.Dialer{Timeout: s.ConnectTimeout, KeepAlive: keepAlive}).DialContext
	}
	t.DialContext = boundedDial(t.DialContext, s.ConnectTimeout, s.WriteTimeout)
	t.MaxConnsPerHost = s.MaxConnections
	t.MaxIdleConns = s.MaxKeepaliveConnections
	t.MaxIdleConnsPerHost = s.MaxKeepaliveConnections
	t.DisableKeepAlives = s.MaxKeepaliveConnections == 0 // 0 idle connections would be 2 a host to net/http
	t.IdleConnTimeout = idleConnTimeout
	t.TLSHandshakeTimeout = s.ConnectTimeout
	t.ResponseHeaderTimeout = s.ReadTimeout
	t.ExpectContinueTimeout = expectContinueTimeout
	return t
}

type dialFunc = func(ctx context.Context, network, address string) (net.Conn, error)

// boundedDial bounds a dial, whoever does it, and every write to the connection that it yields.
func boundedDial(dial dialFunc, connect, write time.Duration) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		ctx, cancel := context.WithTimeout(ctx, connect)
		defer cancel()
		c, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &conn{Conn: c, write: write}, nil
	}
}

// A conn bounds every write, for which http.Transport has no setting.
type conn struct {
	net.Conn
	write time.Duration
}

// Write writes p within the write timeout. A write that times out makes the connection unusable, and http.Transport
// drops it.
func (c *conn) Write(p []byte) (int, error) {
	if err := c.SetWriteDeadline(time.Now().Add(c.write)); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}

// sameHost refuses redirects that would make the unit call another system: the answer with the redirect is returned
// instead.
func sameHost(req *http.Request, via []*http.Request) error {
	if len(via) >= maxRedirects || req.URL.Host != via[0].URL.Host {
		return http.ErrUseLastResponse
	}
	return nil
}

const maxRedirects = 10 // that of net/http
