package copies

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

// api holds a client that requests are sent through copies of only, each with a timeout of its own.
type api struct{ client *http.Client }

func newAPI() *api { return &api{client: &http.Client{Transport: pool.New()}} }

func (a *api) do(req *http.Request, limit time.Duration) (*http.Response, error) {
	c := *a.client
	c.Timeout = limit
	return c.Do(req)
}

func (a *api) pay(req *http.Request) (*http.Response, error) { return a.do(req, 5*time.Second) }

// mixed sends through the client itself, too.
type mixed struct{ client *http.Client }

func newMixed() *mixed { return &mixed{client: &http.Client{Transport: pool.New()}} } // want: no-timeout:warning

func (m *mixed) do(req *http.Request, limit time.Duration) (*http.Response, error) {
	c := *m.client
	c.Timeout = limit
	return c.Do(req)
}

func (m *mixed) plain(req *http.Request) (*http.Response, error) { return m.client.Do(req) }

// redirected sends through copies that say nothing about time.
type redirected struct{ client *http.Client }

func newRedirected() *redirected { return &redirected{client: &http.Client{Transport: pool.New()}} } // want: no-timeout:warning

func (r *redirected) do(req *http.Request) (*http.Response, error) {
	c := *r.client
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return c.Do(req)
}

// Made, copied and used in one go.
func atOnce(req *http.Request) {
	newAPI().pay(req)
	newRedirected().do(req)
}
