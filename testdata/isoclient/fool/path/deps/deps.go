// Package deps has its dependencies in a package-level struct.
package deps

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type Container struct{ HTTP *http.Client }

var Global = &Container{HTTP: kit.Client()}
