// Package settings reads the numbers of isolation units from where teams keep them (YAML files, .env files, names in
// struct tags) into sections that know the place of every value, and judges them.
//
// A [Set] is what is judged together: one file, one profile, or the defaults of one Go package. Reading never guesses:
// a value that is computed elsewhere (a placeholder, a template) is unknown, and nothing is claimed about it.
package settings

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/reslint/reslint/internal/poolsize"
	"github.com/reslint/reslint/internal/rule"
)

// A Key is one of the settings that a section may have.
type Key uint8

// The keys, in the order in which they are printed. PoolSize belongs to the database, all others to a system.
const (
	MaxConcurrent Key = iota
	MaxConnections
	MaxKeepalive
	ConnectTimeout
	ReadTimeout
	WriteTimeout
	PoolTimeout
	TotalTimeout
	PoolSize
	numKeys
)

var keyNames = [numKeys]string{
	"max_concurrent", "max_connections", "max_keepalive_connections", "connect_timeout", "read_timeout",
	"write_timeout", "pool_timeout", "total_timeout", "pool_size",
}

// String returns the name in settings files, in snake case.
func (k Key) String() string {
	if k < numKeys {
		return keyNames[k]
	}
	return fmt.Sprintf("key(%d)", uint8(k))
}

// Timeout reports whether the value is a duration; all others are counts.
func (k Key) Timeout() bool { return k >= ConnectTimeout && k <= TotalTimeout }

// Keys returns all keys in order.
func Keys() []Key {
	keys := make([]Key, numKeys)
	for i := range keys {
		keys[i] = Key(i)
	}
	return keys
}

// Options is the settings part of .reslint.yaml. The zero value reads and judges as documented for a project without
// configuration.
type Options struct {
	Paths    []string            // files or glob patterns, relative to the module root; nil: discovery
	Roots    []string            // where sections are, with dots for depth; nil: "client"
	Keys     map[string][]string // further names for a key, with dots for depth: "max_connections": {"pool.max"}
	Database string              // where the size of the database pool is; "": "database.pool_size"
	Factors  poolsize.Factors    // connections for each concurrent call; zero: 1.2 to 1.5
	Profiles []Profile           // sets of files that override each other; nil: each file by itself
	Replicas int                 // processes that share one database pool, so that their connections add up; 0: 1
}

// A Profile is what one way to run the program reads: files of which later ones override earlier ones.
type Profile struct {
	Name  string
	Files []string // relative to the module root
}

// DefaultRoot and DefaultDatabase are where settings are looked for without configuration.
const (
	DefaultRoot     = "client"
	DefaultDatabase = "database.pool_size"
)

// Validate reports what is wrong with the options, in words of .reslint.yaml.
func (o Options) Validate() error {
	if err := o.Factors.Validate(); err != nil {
		return fmt.Errorf("settings.factors: %w", err)
	}
	if o.Replicas < 0 {
		return fmt.Errorf("settings.replicas: %d is negative", o.Replicas)
	}
	for _, name := range slices.Sorted(maps.Keys(o.Keys)) {
		if i := slices.Index(keyNames[:], name); i < 0 || Key(i) == PoolSize {
			return fmt.Errorf("settings.keys: unknown key %q", name)
		}
	}
	seen := make(map[string]bool)
	for _, p := range o.Profiles {
		switch {
		case p.Name == "":
			return fmt.Errorf("settings.profiles: a profile has no name")
		case seen[p.Name]:
			return fmt.Errorf("settings.profiles: %s is there twice", p.Name)
		case len(p.Files) == 0:
			return fmt.Errorf("settings.profiles: %s has no files", p.Name)
		}
		seen[p.Name] = true
	}
	return nil
}

// Source is where a value was read.
type Source uint8

// The sources of values.
const (
	FromYAML    Source = iota + 1 // a YAML file
	FromEnvFile                   // a .env file
	FromTag                       // the default in a struct tag
	FromCode                      // a constant in Go code
)

// A Value is one setting of one system, or the size of the database pool.
type Value struct {
	Key      Key
	Text     string        // as it is written, without quotes
	Known    bool          // Count or Duration is what the program will have; otherwise nothing is claimed
	Count    int           // of sizes
	Duration time.Duration // of timeouts; 0 is none
	Source   Source
	Place    rule.Place
	File     string // for messages: relative to the module root, or the name of a Go file

	Name  string // in .env files and struct tags: the whole name, such as "CLIENT__SBER__MAX_CONNECTIONS"
	Owner string // in struct tags: the system that the names of the struct and its fields speak of, "" if none

	Overrides *Value // the default that this value replaces and differs from

	edit [2]int // offsets of the text that may be replaced in the file without changing anything else
}

// Size returns the count of a known value, and 0 otherwise, also for nil.
func (v *Value) Size() int {
	if v == nil || !v.Known {
		return 0
	}
	return v.Count
}

// Wait returns the duration of a known timeout, and 0 otherwise, also for nil.
func (v *Value) Wait() time.Duration {
	if v == nil || !v.Known {
		return 0
	}
	return v.Duration
}

// Line is the line that the value stands at, where it is known without a file set.
func (v *Value) Line() int { return v.Place.Start.Line }

// A Section holds the settings of one system.
type Section struct {
	System string // as it is written; in lower case where it comes from an environment variable
	Values [PoolSize]*Value

	// Multiplexed says that connections carry many calls at once (gRPC, HTTP/2 only, Redis), so that their number
	// says nothing about concurrency: the section is left out of the arithmetic, not of the timeouts.
	Multiplexed bool
}

// Get returns the value of a key, or nil.
func (s *Section) Get(k Key) *Value {
	if s == nil || k >= PoolSize {
		return nil
	}
	return s.Values[k]
}

// Empty reports whether no key has a value.
func (s *Section) Empty() bool {
	for _, v := range s.Values {
		if v != nil {
			return false
		}
	}
	return true
}

// A Set is what is judged together.
type Set struct {
	Name     string // of the file, profile or package, for people
	Profile  string // "" where none is configured
	Files    []*File
	Sections []*Section // in the order in which they are first written
	Database *Value     // nil where it is not known, or the database is part of the process
}

// Section returns the section of a system, whichever way its name is spelled, or nil.
func (s *Set) Section(system string) *Section {
	for _, sec := range s.Sections {
		if Fold(sec.System) == Fold(system) {
			return sec
		}
	}
	return nil
}

// Summed reports whether the connections of a section count beside those of other systems: multiplexed ones do not,
// and neither do those that stand for systems without a value of their own.
func (s *Section) Summed() bool {
	switch Fold(s.System) {
	case "default", "defaults":
		return false
	}
	return !s.Multiplexed
}

// Sum is how many connections all systems of the set may open, as far as it is known.
func (s *Set) Sum() int {
	var sizes []int
	for _, sec := range s.Sections {
		if sec.Summed() {
			sizes = append(sizes, sec.Get(MaxConnections).Size())
		}
	}
	return poolsize.Sum(sizes...)
}

// Empty reports whether there is nothing to judge.
func (s *Set) Empty() bool { return s == nil || len(s.Sections) == 0 && s.Database == nil }

// A File is a settings file that was read.
type File struct {
	Path string // absolute
	Name string // relative to the module root, with slashes
	Data []byte
	Sets []*Set // one, or one for each document where documents repeat each other
}

// Fold makes snake_case, kebab-case and camelCase spellings of one name equal.
func Fold(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}
