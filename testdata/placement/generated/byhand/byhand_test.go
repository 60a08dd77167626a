package byhand

import (
	"net/http"
	"testing"

	"github.com/sony/gobreaker/v2"
)

type probe struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

// no finding: a test
func (p *probe) Get() (*http.Response, error) { return p.client.Get("https://sber.example") }

func TestProbe(t *testing.T) {
	_ = http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		p := &probe{}
		_, _ = p.breaker.Execute(p.Get)
	})
}
