// Package receipt is an adapter.
package receipt

import "net/http"

type Adapter struct{ http *http.Client }

type Options struct{ Client *http.Client }

func New(o Options) *Adapter { return &Adapter{o.Client} }

func (a *Adapter) Print(r *http.Request) { _, _ = a.http.Do(r) }
