// Package tenants calls one system for many.
package tenants

import (
	"net/http"
	"sync"

	"example.com/fixtures/isoclient/kit"
)

type TenantAdapter struct {
	client *http.Client
	tenant string
}

func (a *TenantAdapter) Get(path string) {
	_, _ = a.client.Get("https://api.vendor.com/" + a.tenant + path)
}

// Many tenants of one system.
func Build(names []string) []*TenantAdapter {
	c := kit.Client()
	var out []*TenantAdapter
	for _, n := range names {
		out = append(out, &TenantAdapter{client: c, tenant: n})
	}
	return out
}

// A client a tenant.
type pool struct {
	mu sync.Mutex
	m  map[string]*TenantAdapter
}

func (p *pool) get(tenant string) *TenantAdapter {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.m[tenant]
	if a == nil {
		a = &TenantAdapter{client: kit.Client(), tenant: tenant}
		p.m[tenant] = a
	}
	return a
}

var _ = (*pool).get
