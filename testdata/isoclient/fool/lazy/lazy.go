// Package lazy builds clients at the first call, in a helper that each adapter has its own of.
package lazy

import (
	"net/http"
	"sync"

	"example.com/fixtures/isoclient/kit"
)

type guarded struct{ c *http.Client }

func (l *guarded) client() *http.Client {
	if l.c == nil {
		l.c = kit.Client()
	}
	return l.c
}

type SberAdapter struct{ l *guarded }

func (a *SberAdapter) Pay(r *http.Request) { _, _ = a.l.client().Do(r) }

type ReceiptAdapter struct{ l *guarded }

func (a *ReceiptAdapter) Print(r *http.Request) { _, _ = a.l.client().Do(r) }

type once struct {
	once sync.Once
	c    *http.Client
}

func (l *once) client() *http.Client {
	l.once.Do(func() { l.c = kit.Client() })
	return l.c
}

type CardAdapter struct{ l *once }

func (a *CardAdapter) Pay(r *http.Request) { _, _ = a.l.client().Do(r) }

type CheckAdapter struct{ l once }

func (a *CheckAdapter) Print(r *http.Request) { _, _ = a.l.client().Do(r) }
