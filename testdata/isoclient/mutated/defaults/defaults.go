// Package defaults changes what the process shares.
package defaults

import (
	"crypto/tls"
	"net/http"
	"time"

	"example.com/fixtures/isoclient/kit"
)

func assign() {
	http.DefaultClient = kit.Client()       // want: mutated-default
	http.DefaultTransport = kit.Transport() // want: mutated-default
}

func fields() {
	http.DefaultClient.Timeout = time.Second                                                            // want: mutated-default
	http.DefaultClient.Transport = kit.Transport()                                                      // want: mutated-default
	http.DefaultTransport.(*http.Transport).TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS13} // want: mutated-default
	http.DefaultTransport.(*http.Transport).TLSClientConfig.MinVersion = tls.VersionTLS13               // want: mutated-default
	(*http.DefaultClient).Jar = nil                                                                     // want: mutated-default
	*http.DefaultClient = http.Client{}                                                                 // want: mutated-default
	http.DefaultTransport.(*http.Transport).ProxyConnectHeader["X-Name"] = []string{"a"}                // want: mutated-default
	http.DefaultTransport.(*http.Transport).MaxIdleConns++                                              // want: mutated-default
}

func aliases() {
	t := http.DefaultTransport.(*http.Transport)
	t.MaxConnsPerHost = 10 // want: mutated-default
	if t, ok := http.DefaultTransport.(*http.Transport); ok {
		t.MaxIdleConnsPerHost = 10                  // want: mutated-default
		t.TLSClientConfig.InsecureSkipVerify = true // want: mutated-default
	}
	c := http.DefaultClient
	c.Timeout = time.Second  // want: mutated-default
	p := &http.DefaultClient // want: mutated-default
	*p = kit.Client()
	q := &http.DefaultClient.Timeout // want: mutated-default
	*q = time.Second
}

func set(c *http.Client) { c.Timeout = time.Second }

func handed() {
	set(http.DefaultClient) // want: mutated-default "http.DefaultClient is changed"
	set(kit.Client())
}

// Where the default is no *http.Transport, it is not asserted to be one either.
func cloned(rt http.RoundTripper) http.RoundTripper {
	if rt == nil {
		if t, ok := http.DefaultTransport.(*http.Transport); ok {
			rt = t.Clone()
		} else {
			rt = http.DefaultTransport
		}
	}
	if t, ok := rt.(*http.Transport); ok {
		t.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS13}
	}
	return rt
}

// The default may be a *http.Transport, and mostly is.
func asserted(rt http.RoundTripper) http.RoundTripper {
	if rt == nil {
		rt = http.DefaultTransport
	}
	if t, ok := rt.(*http.Transport); ok {
		t.MaxConnsPerHost = 10 // want: mutated-default
	}
	return rt
}

// The copy and the clone are nobody else's.
func copies() {
	c := *http.DefaultClient
	c.Timeout = time.Second
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxConnsPerHost = 10
	c.Transport = t
	_, _ = c.Get("https://api.vendor.com")
}

// Reading changes nothing.
func reads() (time.Duration, http.RoundTripper) {
	return http.DefaultClient.Timeout, http.DefaultTransport
}

// A local variable of the name is another.
func shadow() {
	type lib struct{ DefaultClient *http.Client }
	http := lib{DefaultClient: kit.Client()}
	http.DefaultClient.Timeout = time.Second
}

// The variable is pointed elsewhere, the default is not changed.
func rebind() {
	c := http.DefaultClient
	c = kit.Client()
	c.Timeout = time.Second
}
