//go:build race

package hostile_test

// raced: the race detector makes times that say nothing.
const raced = true
