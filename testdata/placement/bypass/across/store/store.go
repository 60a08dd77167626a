// Package store is memory.
package store

// Store keeps what it is given.
type Store struct{ m map[string]string }

func (s *Store) Get(key string) string { return s.m[key] }
