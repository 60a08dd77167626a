package settings

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/reslint/reslint/internal/yamlfile"
)

// A Candidate is a file that may have settings.
type Candidate struct {
	Path  string // absolute
	Name  string // relative to the module root, with slashes
	Asked bool   // the configuration names it, so that it must be there and be read
}

// Env reports whether the file is read as NAME=value lines; all others are YAML.
func (c Candidate) Env() bool {
	base := path.Base(c.Name)
	return strings.HasPrefix(base, ".env") || strings.HasSuffix(base, ".env")
}

// folders are where YAML files are looked for without configuration.
var folders = []string{".", "config", "configs", "conf"}

// Candidates lists the files of the module that may have settings, in order of their names, without reading them.
// Errors are about the files that the options name.
func Candidates(root string, o Options) ([]Candidate, []*yamlfile.Error) {
	var found []Candidate
	var errs []*yamlfile.Error
	add := func(name string, asked bool) {
		c, err := inside(root, name, asked)
		switch {
		case err != nil && asked:
			errs = append(errs, err)
		case err == nil && !slices.ContainsFunc(found, func(d Candidate) bool { return d.Name == c.Name }):
			found = append(found, c)
		}
	}
	for _, pattern := range o.Paths {
		matches, err := expand(root, pattern)
		if err != nil {
			errs = append(errs, err)
		}
		for _, name := range matches {
			add(name, true)
		}
	}
	for _, p := range o.Profiles {
		for _, name := range p.Files {
			add(path.Clean(filepath.ToSlash(name)), true)
		}
	}
	if o.Paths == nil && len(o.Profiles) == 0 {
		for _, name := range discover(root) {
			add(name, false)
		}
	}
	slices.SortFunc(found, func(a, b Candidate) int { return cmp.Compare(a.Name, b.Name) })
	return found, errs
}

// discover lists what is looked at without configuration.
func discover(root string) []string {
	var names []string
	for _, folder := range folders {
		names = append(names, list(root, folder)...)
	}
	return names
}

// listings remembers what list found, by directory: every package of a module asks for the same four.
var listings sync.Map

type listing struct {
	changed time.Time
	names   []string
}

// list finds the settings files in a folder of the module.
func list(root, folder string) []string {
	dir := filepath.Join(root, folder)
	info, err := os.Stat(dir)
	if err != nil {
		return nil // most modules have none
	}
	if old, ok := listings.Load(dir); ok && old.(listing).changed.Equal(info.ModTime()) {
		return old.(listing).names
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		ext := path.Ext(e.Name())
		yaml := (ext == ".yaml" || ext == ".yml") && !strings.HasPrefix(e.Name(), ".")
		if !e.IsDir() && (yaml || folder == "." && e.Name() == ".env") {
			names = append(names, path.Join(folder, e.Name()))
		}
	}
	listings.Store(dir, listing{info.ModTime(), names})
	return names
}

// expand lists the files that a pattern of the configuration matches.
func expand(root, pattern string) ([]string, *yamlfile.Error) {
	pattern = path.Clean(filepath.ToSlash(pattern))
	if !strings.ContainsAny(pattern, "*?[") {
		return []string{pattern}, nil
	}
	matches, err := fs.Glob(os.DirFS(root), pattern)
	switch {
	case err != nil:
		return nil, &yamlfile.Error{File: pattern, Line: 1, Msg: "the pattern is malformed", Err: err}
	case len(matches) == 0:
		return nil, &yamlfile.Error{File: pattern, Line: 1, Msg: "no file matches the pattern", Err: fs.ErrNotExist}
	}
	return matches, nil
}

// inside finds a file of the module. One that is outside, or a link to there, is refused.
func inside(root, name string, asked bool) (Candidate, *yamlfile.Error) {
	refuse := func(msg string, err error) (Candidate, *yamlfile.Error) {
		return Candidate{}, &yamlfile.Error{File: name, Line: 1, Msg: msg, Err: err}
	}
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return refuse("the file is outside the module", fs.ErrInvalid)
	}
	full := filepath.Join(root, filepath.FromSlash(name))
	real, err := filepath.EvalSymlinks(full)
	if err != nil {
		return refuse(cause(err).Error(), err)
	}
	realRoot, err := filepath.EvalSymlinks(root)
	if err != nil {
		return refuse(cause(err).Error(), err)
	}
	if rel, err := filepath.Rel(realRoot, real); err != nil || !filepath.IsLocal(rel) {
		return refuse("the file is a link out of the module", fs.ErrInvalid)
	}
	return Candidate{Path: full, Name: name, Asked: asked}, nil
}

func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// maxLook is how much of a file that is too large is looked at to tell whether it could have settings.
const maxLook = 8 << 20

// ReadFile reads a candidate. The file is nil if it has no settings.
//
// A file that cannot be parsed is an error, unless its text shows that it has nothing to do with settings: it is not
// named like a settings file and mentions no root of sections with any of their keys. Templates, which are YAML only
// once they are filled in, are left alone unless the configuration names them.
func ReadFile(c Candidate, o Options) (*File, error) {
	n := o.Names()
	data, err := yamlfile.ReadBytes(c.Path, c.Name)
	if err == nil && !c.Asked && template(data) {
		return nil, nil
	}
	if err == nil && !n.relevant(data) && !c.settingsName() {
		return nil, nil
	}
	if err != nil {
		if os.IsPermission(errors.Unwrap(err)) || c.settingsName() || n.relevant(look(c.Path)) {
			return nil, err
		}
		return nil, nil
	}
	parse := parseYAML
	if c.Env() {
		parse = parseEnv
	}
	f, err := parse(c.Path, c.Name, data, n, c.Asked)
	if err != nil || len(f.Sets) == 0 {
		return nil, err
	}
	return f, nil
}

// template reports whether a text has actions of a template language at the beginning of a line.
func template(text []byte) bool {
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		if bytes.HasPrefix(line, []byte("{{")) || bytes.HasPrefix(line, []byte("{%")) {
			return true
		}
	}
	return false
}

// look returns the start of a regular file, or nil.
func look(name string) []byte {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	data, _ := io.ReadAll(io.LimitReader(file, maxLook))
	return data
}

// settingsName reports whether the file must be readable whatever it holds: because it is asked for, or by its name.
func (c Candidate) settingsName() bool {
	if c.Asked || c.Env() {
		return true
	}
	w := Words(strings.TrimSuffix(path.Base(c.Name), path.Ext(c.Name)))
	return len(w) > 0 && slices.Contains([]string{
		"app", "application", "client", "clients", "conf", "config", "configuration", "setting", "settings",
	}, w[0])
}

// relevant reports whether the text mentions a root of sections and a key, in whichever spelling.
func (n Names) relevant(data []byte) bool {
	text := Fold(string(data))
	return slices.ContainsFunc(n.roots, func(root []string) bool { return strings.Contains(text, root[len(root)-1]) }) &&
		n.mentionsKey(text)
}

func (n Names) mentionsKey(text string) bool {
	for name := range n.keys {
		if strings.Contains(text, name) {
			return true
		}
	}
	for _, paths := range n.paths {
		for _, p := range paths {
			if elems := foldPath(p); strings.Contains(text, elems[len(elems)-1]) {
				return true
			}
		}
	}
	return false
}

// A Module is what the settings files of a module say.
type Module struct {
	Root   string
	Files  []*File // with settings, in order of name
	Sets   []*Set  // to be judged
	Errors []*yamlfile.Error
}

// Load reads the settings files of the module at root. Errors leave out the files that they are about, and the
// profiles that need them.
func Load(root string, o Options) *Module {
	candidates, errs := Candidates(root, o)
	return LoadFiles(root, candidates, errs, o)
}

// LoadFiles is Load for files that Candidates has listed.
func LoadFiles(root string, candidates []Candidate, errs []*yamlfile.Error, o Options) *Module {
	m := &Module{Root: root, Errors: errs}
	for _, c := range candidates {
		f, err := ReadFile(c, o)
		var fileErr *yamlfile.Error
		switch {
		case errors.As(err, &fileErr):
			m.Errors = append(m.Errors, fileErr)
		case f != nil:
			m.Files = append(m.Files, f)
		}
	}
	m.Sets = m.arrange(o)
	slices.SortStableFunc(m.Errors, func(a, b *yamlfile.Error) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return m
}

// arrange makes what is judged together: each profile whose files could be read, and each file that is in none.
func (m *Module) arrange(o Options) []*Set {
	var out []*Set
	used := make(map[string]bool)
	for _, p := range o.Profiles {
		var layers []*Set
		broken := false
		for _, name := range p.Files {
			name = path.Clean(filepath.ToSlash(name))
			used[name] = true
			broken = broken || slices.ContainsFunc(m.Errors, func(e *yamlfile.Error) bool { return e.File == name })
			if i := slices.IndexFunc(m.Files, func(f *File) bool { return f.Name == name }); i >= 0 {
				layers = append(layers, m.Files[i].Sets...)
			}
		}
		if len(layers) > 0 && !broken {
			merged := overlay("profile "+p.Name, layers...)
			merged.Profile = p.Name
			out = append(out, merged)
		}
	}
	for _, f := range m.Files {
		if !used[f.Name] {
			out = append(out, f.Sets...)
		}
	}
	return out
}
