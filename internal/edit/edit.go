// Package edit applies fixes to files: all of them or, where anything is wrong, none.
//
// [New] reads the files, merges the fixes and checks the result; nothing is written before [Plan.Write]. A file keeps
// its mode, its line endings and, where it is reached through a symbolic link, its link.
package edit

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// MaxBytes is the size of the largest file that is edited.
const MaxBytes = 16 << 20

// An Edit replaces a range of a file. Its text has plain "\n" line endings; a file with "\r\n" gets those.
type Edit struct {
	Start, End int // byte offsets in the file as it is on disk; equal for an insertion
	New        string
}

// A Fix is a set of edits to one file that belong together: all are applied or none.
type Fix struct {
	File  string // as it is shown; opened relative to the working directory
	Edits []Edit
	Label string // what refusals call it, such as "a.go:3: no-timeout"
}

// A Refusal is a fix that was left out, and why.
type Refusal struct {
	Fix    Fix
	Reason string
}

// A Change is what becomes of one file.
type Change struct {
	Name     string // as the first of its fixes has it
	Old, New []byte

	path string // with symbolic links resolved
	info fs.FileInfo
}

// A Plan is a set of changes that can be applied.
type Plan struct {
	Changes []Change  // in order of name; files that stay as they are have none
	Applied []Fix     // in the order given
	Refused []Refusal // fixes that overlap with one before them: they may apply in a second run

	rename func(from, to string) error
}

// New reads the files and works out what the fixes make of them. It writes nothing. Fixes are taken in order; one that
// overlaps with those before it is refused, where two insertions at one place count as overlapping unless they are
// equal. Equal edits of several fixes, such as an import that each of them adds, are made once.
//
// Everything else that is wrong is an error, and nothing can be applied then: a file outside of the roots, one that
// cannot be read or is no regular file or is read-only, an offset outside of it, and Go source that does not parse
// afterwards. All such errors are returned, joined. Go files that were gofmt-clean stay so.
func New(roots []string, fixes []Fix) (*Plan, error) {
	p := &planner{files: make(map[string]*file), bad: make(map[string]bool)}
	for _, root := range roots {
		real, err := filepath.EvalSymlinks(root)
		if err == nil {
			real, err = filepath.Abs(real)
		}
		if err != nil {
			return nil, fmt.Errorf("cannot write below %s: %w", root, cause(err))
		}
		p.roots = append(p.roots, real)
	}
	for _, fix := range fixes {
		if err := p.add(fix); err != nil {
			p.errs = append(p.errs, err)
		}
	}
	return p.finish()
}

type planner struct {
	roots   []string
	files   map[string]*file // by path, resolved
	bad     map[string]bool  // names that gave an error already
	applied []Fix
	refused []Refusal
	errs    []error
}

// file is one file under edit.
type file struct {
	Change
	edits []Edit // accepted, in order of position, without overlap
}

func (p *planner) add(fix Fix) error {
	if p.bad[fix.File] {
		return nil
	}
	f, err := p.open(fix.File)
	if err != nil {
		p.bad[fix.File] = true
		return fmt.Errorf("%s: %w", fix.File, cause(err))
	}
	for _, e := range fix.Edits {
		if e.Start < 0 || e.End < e.Start || e.End > len(f.Old) {
			return fmt.Errorf("%s: the edit of bytes %d to %d does not fit a file of %d bytes", fix.File, e.Start, e.End, len(f.Old))
		}
	}
	merged, clash, ok := merge(f.edits, fix.Edits)
	if !ok {
		p.refused = append(p.refused, Refusal{Fix: fix, Reason: fmt.Sprintf("overlaps with another fix in line %d",
			bytes.Count(f.Old[:clash.Start], []byte("\n"))+1)})
		return nil
	}
	f.edits = merged
	p.applied = append(p.applied, fix)
	return nil
}

// merge adds edits to accepted ones. Where one overlaps, it returns that one.
func merge(accepted, more []Edit) (merged []Edit, clash Edit, ok bool) {
	merged = slices.Concat(accepted, more)
	slices.SortStableFunc(merged, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	merged = slices.Compact(merged)
	for i := 1; i < len(merged); i++ {
		before, e := merged[i-1], merged[i]
		if e.Start < before.End || e.Start == before.Start && before.Start == before.End && e.Start == e.End {
			return nil, e, false
		}
	}
	return merged, Edit{}, true
}

// open reads the file once, whatever name it goes by.
func (p *planner) open(name string) (*file, error) {
	path, err := filepath.EvalSymlinks(name)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return nil, err
	}
	if f := p.files[path]; f != nil {
		return f, nil
	}
	if !slices.ContainsFunc(p.roots, func(root string) bool { return below(root, path) }) {
		return nil, errors.New("outside of the module: not written")
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("not a regular file: not written")
	case info.Size() > MaxBytes:
		return nil, fmt.Errorf("over %d MiB: not written", MaxBytes>>20)
	case info.Mode().Perm()&0o200 == 0:
		return nil, errors.New("read-only: not written")
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	f := &file{Change: Change{Name: name, Old: src, path: path, info: info}}
	p.files[path] = f
	return f, nil
}

func below(root, path string) bool {
	rel, err := filepath.Rel(root, path)
	return err == nil && filepath.IsLocal(rel)
}

func (p *planner) finish() (*Plan, error) {
	plan := &Plan{Applied: p.applied, Refused: p.refused, rename: os.Rename}
	for _, f := range p.files {
		if err := f.apply(); err != nil {
			p.errs = append(p.errs, fmt.Errorf("%s: %w", f.Name, err))
		} else if !bytes.Equal(f.Old, f.New) {
			plan.Changes = append(plan.Changes, f.Change)
		}
	}
	if len(p.errs) > 0 {
		slices.SortStableFunc(p.errs, func(a, b error) int { return cmp.Compare(a.Error(), b.Error()) })
		return nil, errors.Join(p.errs...)
	}
	slices.SortFunc(plan.Changes, func(a, b Change) int { return cmp.Compare(a.Name, b.Name) })
	return plan, nil
}

// cause drops the operation and the path from an error of the file system: the message around it has the path.
func cause(err error) error {
	var pathErr *fs.PathError
	var linkErr *os.LinkError
	switch {
	case errors.As(err, &pathErr):
		return pathErr.Err
	case errors.As(err, &linkErr):
		return linkErr.Err
	}
	return err
}

// apply makes the new content of the file.
func (f *file) apply() error {
	var out bytes.Buffer
	done := 0
	eol := lineEnding(f.Old)
	for _, e := range f.edits {
		out.Write(f.Old[done:e.Start])
		out.WriteString(withEnding(e.New, eol))
		done = e.End
	}
	out.Write(f.Old[done:])
	f.New = out.Bytes()
	if filepath.Ext(f.path) != ".go" {
		return nil
	}
	return f.checkGo(eol)
}

func withEnding(text, eol string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if eol == "\n" {
		return text
	}
	return strings.ReplaceAll(text, "\n", eol)
}

// lineEnding is "\r\n" where most lines end so, else "\n".
func lineEnding(src []byte) string {
	if crlf := bytes.Count(src, []byte("\r\n")); crlf > 0 && 2*crlf >= bytes.Count(src, []byte("\n")) {
		return "\r\n"
	}
	return "\n"
}
