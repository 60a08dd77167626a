// Command deep gets both through a library.
package main

import "example.com/fixtures/naming/twice/library" // want: breaker-name

func main() {
	m, t, q := library.All()
	_, _, _ = m.Ping(), t.Ping(), q.Ping()
}
