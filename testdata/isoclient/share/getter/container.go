package getter

import (
	"net/http"
	"sync"

	"example.com/fixtures/isoclient/kit"
)

type slackNotifier struct{ client *http.Client }

type pagerNotifier struct{ client *http.Client }

func (s *slackNotifier) send() { slack(s.client) }
func (p *pagerNotifier) send() { pager(p.client) }

// container makes its client at the first call of a getter, once.
type container struct {
	once   sync.Once
	client *http.Client
}

func (c *container) http() *http.Client {
	c.once.Do(func() {
		c.client = kit.Client() // want: shared-client
	})
	return c.client
}

func (c *container) slack() *slackNotifier { return &slackNotifier{client: c.http()} }
func (c *container) pager() *pagerNotifier { return &pagerNotifier{client: c.http()} }

// checked does so by looking whether it is there.
type checked struct{ client *http.Client }

func (c *checked) http() *http.Client {
	if c.client == nil {
		c.client = kit.Client() // want: shared-client
	}
	return c.client
}

func (c *checked) slack() *slackNotifier { return &slackNotifier{client: c.http()} }
func (c *checked) pager() *pagerNotifier { return &pagerNotifier{client: c.http()} }

// apart has a place for each.
type apart struct {
	slackOnce, pagerOnce     sync.Once
	slackClient, pagerClient *http.Client
}

func (a *apart) slack() *slackNotifier {
	a.slackOnce.Do(func() { a.slackClient = kit.Client() })
	return &slackNotifier{client: a.slackClient}
}

func (a *apart) pager() *pagerNotifier {
	a.pagerOnce.Do(func() { a.pagerClient = kit.Client() })
	return &pagerNotifier{client: a.pagerClient}
}

// renewed puts another client into the field at each call, so what it hands out is nobody else's.
type renewed struct{ client *http.Client }

func (r *renewed) http() *http.Client {
	r.client = kit.Client()
	return r.client
}

func (r *renewed) slack() *slackNotifier { return &slackNotifier{client: r.http()} }
func (r *renewed) pager() *pagerNotifier { return &pagerNotifier{client: r.http()} }

var (
	longOnce sync.Once
	long     *http.Client
)

// The construction is where the client is made, not where the function that runs once is.
func onceLong() *http.Client {
	longOnce.Do(func() {
		long = kit.Client() // want: shared-client
	})
	return long
}

func viaOnceLong() {
	slack(onceLong())
	pager(onceLong())
}
