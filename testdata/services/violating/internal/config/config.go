// Package config reads the settings file of the service.
package config

import (
	"fmt"
	"os"
	"time"

	"gopkg.in/yaml.v3"
)

// Config is the whole settings file.
type Config struct {
	Database Database `yaml:"database"`
	Server   Server   `yaml:"server"`
	Client   Clients  `yaml:"client"`
}

// Database says where the orders are kept.
type Database struct {
	DSN      string `yaml:"dsn"`
	PoolSize int    `yaml:"pool_size"`
}

// Server is the inbound side.
type Server struct {
	Addr            string        `yaml:"addr"`
	ShutdownTimeout time.Duration `yaml:"shutdown_timeout"`
}

// Clients has one section for each external system.
type Clients struct {
	Sber      Client `yaml:"sber"`
	Receipt   Client `yaml:"receipt"`
	Insurance Client `yaml:"insurance"`
}

// Client is the section of one external system.
type Client struct {
	BaseURL                 string        `yaml:"base_url"`
	MaxConcurrent           int           `yaml:"max_concurrent"`
	MaxConnections          int           `yaml:"max_connections"`
	MaxKeepaliveConnections int           `yaml:"max_keepalive_connections"`
	ConnectTimeout          time.Duration `yaml:"connect_timeout"`
	ReadTimeout             time.Duration `yaml:"read_timeout"`
	WriteTimeout            time.Duration `yaml:"write_timeout"`
	PoolTimeout             time.Duration `yaml:"pool_timeout"`
	TotalTimeout            time.Duration `yaml:"total_timeout"`
}

// Load reads the settings file at path.
func Load(path string) (*Config, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	var c Config
	if err := yaml.Unmarshal(data, &c); err != nil {
		return nil, fmt.Errorf("parse %s: %w", path, err)
	}
	return &c, nil
}
