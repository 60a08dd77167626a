package testkit

import "testing"

// What is nearly a comment that expects a finding would expect nothing, so it must not pass for prose.
func TestWant(t *testing.T) {
	t.Parallel()
	for line, is := range map[string]struct{ want, near bool }{
		`x() // want: no-timeout`:                       {want: true},
		`x() // want: no-timeout:note "a request"`:      {want: true},
		`x: 1 # want: pool-total`:                       {want: true},
		`x() // want "the client has no timeout"`:       {near: true},
		"x() // want `the client has no timeout`":       {near: true},
		`x() //want: no-timeout`:                        {near: true},
		`x() // Want: no-timeout`:                       {near: true},
		`x() // want:no-timeout`:                        {near: true},
		`x() // want no-timeout`:                        {near: true},
		`x() // want`:                                   {near: true},
		`x() // want:`:                                  {near: true},
		`// Wants no more than one.`:                    {},
		`// want is a word, and callers want a timeout`: {},
		`unwanted() // callers want: speed`:             {},
	} {
		got := want.MatchString(line)
		if near := !got && nearWant.MatchString(line); got != is.want || near != is.near {
			t.Errorf("%s: %v, nearly %v; want %+v", line, got, near, is)
		}
	}
}
