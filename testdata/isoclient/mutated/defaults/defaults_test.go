package defaults

import (
	"net/http"
	"testing"
)

// A test puts its own client there.
func TestMain(m *testing.M) {
	http.DefaultClient = &http.Client{}
	m.Run()
}
