package proxy

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

func (p *proxy) forward(r *http.Request) (*http.Response, error) {
	out := r.Clone(r.Context())
	out.URL, out.RequestURI = p.target, ""
	return p.client.Do(out)
}

// no finding: a helper passes the request on
func (p *proxy) Helper(w http.ResponseWriter, r *http.Request) {
	_, _ = p.breaker.Execute(func() (*http.Response, error) { return p.forward(r) })
}

// no finding: the request of the framework's context goes on
func (p *proxy) Gin(c *gin.Context) {
	_, _ = p.breaker.Execute(func() (*http.Response, error) {
		p.reverse.ServeHTTP(c.Writer, c.Request)
		return nil, nil
	})
}

// no finding: the same through a copy
func (p *proxy) GinCopy(c *gin.Context) {
	out := c.Request.WithContext(c.Request.Context())
	_, _ = p.breaker.Execute(func() (*http.Response, error) { return p.client.Do(out) })
}
