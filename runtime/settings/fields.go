package settings

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The keys as they are written in a file.
const (
	keyBaseURL    = "base_url"
	keyConcurrent = "max_concurrent"
	keyConns      = "max_connections"
	keyKeepalive  = "max_keepalive_connections"
	keyConnect    = "connect_timeout"
	keyRead       = "read_timeout"
	keyWrite      = "write_timeout"
	keyPool       = "pool_timeout"
	keyTotal      = "total_timeout"
	keyBreaker    = "breaker"
	keyWindow     = keyBreaker + ".window"
	keyMinCalls   = keyBreaker + ".min_calls"
	keyRate       = keyBreaker + ".failure_rate"
	keyOpen       = keyBreaker + ".open_timeout"
	keyTrials     = keyBreaker + ".trial_calls"
	keySlow       = keyBreaker + ".slow_call"
	keyPoolSize   = "pool_size"
)

// fields maps every key of a section to the field that holds it.
func (s *System) fields() map[string]any {
	return map[string]any{
		keyBaseURL:    &s.BaseURL,
		keyConcurrent: &s.MaxConcurrent,
		keyConns:      &s.MaxConnections,
		keyKeepalive:  &s.MaxKeepaliveConnections,
		keyConnect:    &s.ConnectTimeout,
		keyRead:       &s.ReadTimeout,
		keyWrite:      &s.WriteTimeout,
		keyPool:       &s.PoolTimeout,
		keyTotal:      &s.TotalTimeout,
		keyWindow:     &s.Breaker.Window,
		keyMinCalls:   &s.Breaker.MinCalls,
		keyRate:       &s.Breaker.FailureRate,
		keyOpen:       &s.Breaker.OpenTimeout,
		keyTrials:     &s.Breaker.TrialCalls,
		keySlow:       &s.Breaker.SlowCall,
	}
}

func (d *Database) fields() map[string]any { return map[string]any{keyPoolSize: &d.PoolSize} }

// find returns the key as it is documented and its field, whichever way the key is spelled.
func find(fields map[string]any, key string) (string, any) {
	for name, field := range fields {
		if normal(name) == normal(key) {
			return name, field
		}
	}
	return key, nil
}

// names lists the keys of the fields for a hint.
func names(fields map[string]any) []string { return slices.Sorted(maps.Keys(fields)) }

// assign parses the text of a value into the field.
func assign(field any, text string) error {
	text = strings.TrimSpace(text)
	switch field := field.(type) {
	case extraField:
		field.set(text)
		return nil
	case *string:
		*field = text
		return nil
	case *int:
		n, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("%q is no whole number", text)
		}
		*field = n
		return nil
	case *time.Duration:
		d, err := parseDuration(text)
		if err != nil {
			return err
		}
		*field = d
		return nil
	}
	return errors.New("is a section, not a value")
}

// extraField is a further key of a section, which the service reads itself.
type extraField struct {
	section *map[string]string
	key     string
}

func (f extraField) set(text string) {
	extra := maps.Clone(*f.section) // sections start as copies of the defaults
	if extra == nil {
		extra = map[string]string{}
	}
	extra[f.key] = text
	*f.section = extra
}

// withExtra adds a field for every extra key.
func withExtra(fields map[string]any, section *map[string]string, extra []string) map[string]any {
	for _, key := range extra {
		if _, taken := find(fields, key); taken == nil {
			fields[key] = extraField{section: section, key: key}
		}
	}
	return fields
}

// parseDuration reads a Go duration, or a number of seconds.
func parseDuration(text string) (time.Duration, error) {
	if d, err := time.ParseDuration(text); err == nil {
		return d, nil
	}
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(seconds) || math.Abs(seconds) > math.MaxInt64/float64(time.Second)/2 {
		return 0, fmt.Errorf("%q is neither a duration nor a number of seconds", text)
	}
	return time.Duration(seconds * float64(time.Second)), nil
}
