// Package pool sees both users of the one pool.
package pool

import (
	"example.com/fixtures/isoclient/across/pool/provider/aws" // want: shared-client:warning "the transport in pools.transport serves aws"
	"example.com/fixtures/isoclient/across/pool/provider/gcp"
)

func Put(url string) {
	aws.Put(url)
	gcp.Put(url)
}
