//go:build unix

package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A subject is something to run over: one line of the list.
type subject struct {
	Module  string // path, or the name that a directory is given
	Version string // "" for a directory
	Kind    string // one word, for the table
	Dir     string // a directory that is taken instead of downloading the module; "" if there is none
	Tags    string // build tags, separated by commas
	Vendor  bool   // "go mod vendor" comes first
	InPlace bool   // the directory is not copied, and -fix not tried
	Empty   string // files that a build makes, separated by commas: empty ones are put in their place
}

// name tells subjects apart, also in file names.
func (s subject) name() string {
	if s.Version == "" {
		return s.Module
	}
	return s.Module + "@" + s.Version
}

// file is the name as one element of a path.
func (s subject) file() string { return strings.ReplaceAll(s.name(), "/", "+") }

// readList reads a list of subjects, one a line; "#" starts a comment.
func readList(name string) ([]subject, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []subject
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		if strings.TrimSpace(text) == "" {
			continue
		}
		s, err := parseSubject(text)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		out = append(out, s)
	}
	return out, lines.Err()
}

var moduleForm = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9._~/+-]*)@([A-Za-z0-9][A-Za-z0-9._+-]*)$`)

// parseSubject reads MODULE@VERSION or a directory, the kind, and options: tags=A,B; empty=FILE,FILE; vendor; in-place
// and name=NAME, for directories only, which are called by their last element otherwise.
func parseSubject(text string) (subject, error) {
	words := strings.Fields(text)
	if len(words) < 2 {
		return subject{}, fmt.Errorf("want MODULE@VERSION KIND [OPTION...], have %q", text)
	}
	s := subject{Kind: words[1]}
	if m := moduleForm.FindStringSubmatch(words[0]); m != nil && !slices.Contains(strings.Split(m[1], "/"), "..") {
		s.Module, s.Version = m[1], m[2]
	} else if info, err := os.Stat(words[0]); err == nil && info.IsDir() {
		s.Dir = words[0]
		s.Module = filepath.Base(words[0])
	} else {
		return subject{}, fmt.Errorf("neither a module with a version nor a directory: %s", words[0])
	}
	for _, option := range words[2:] {
		key, value, _ := strings.Cut(option, "=")
		switch {
		case key == "tags" && value != "":
			s.Tags = value
		case key == "empty" && local(value) && !s.InPlace:
			s.Empty = value
		case key == "name" && value != "" && s.Dir != "":
			s.Module = value
		case option == "vendor":
			s.Vendor = true
		case option == "in-place" && s.Dir != "" && s.Empty == "":
			s.InPlace = true
		default:
			return subject{}, fmt.Errorf("unknown option %s", option)
		}
	}
	return s, nil
}

// local reports whether all of the paths stay in the directory that they are taken from.
func local(paths string) bool {
	return !slices.ContainsFunc(strings.Split(paths, ","), func(p string) bool { return !filepath.IsLocal(p) })
}
