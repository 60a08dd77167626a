// Package plugins hands one session to all sources that are configured.
package plugins

import (
	"example.com/fixtures/isoclient/across/plugins/session"
	"example.com/fixtures/isoclient/across/plugins/sources/crtsh"
	"example.com/fixtures/isoclient/across/plugins/sources/shodan"
)

var known = map[string]session.Source{"crtsh": crtsh.Source{}, "shodan": shodan.Source{}}

func sources(names []string) (out []session.Source) {
	for _, n := range names {
		out = append(out, known[n])
	}
	return out
}

func All(names []string, domain string) {
	s := session.New() // want: shared-client "crt.sh (host crt.sh) and shodan.io (host api.shodan.io)"
	for _, source := range sources(names) {
		source.Run(s, domain)
	}
}

func Goroutines(names []string, domain string) {
	s := session.New() // want: shared-client
	for _, source := range sources(names) {
		go func(source session.Source) { source.Run(s, domain) }(source)
	}
}

// A session each round.
func Apart(names []string, domain string) {
	for _, source := range sources(names) {
		source.Run(session.New(), domain)
	}
}

// One source.
func One(name, domain string) {
	s := session.New()
	known[name].Run(s, domain)
}
