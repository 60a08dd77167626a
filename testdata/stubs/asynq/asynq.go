// Package asynq has of asynq what the fixtures use.
package asynq

type Server struct{}

func (s *Server) Start() error { return nil }

func (s *Server) Shutdown() {}
