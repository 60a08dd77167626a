package edit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"
)

// Diff writes the changes as a unified diff. show gives the name that stands behind "a/" and "b/"; nil leaves names as
// the fixes have them.
func (p *Plan) Diff(w io.Writer, show func(name string) string) error {
	for _, c := range p.Changes {
		name := c.Name
		if show != nil {
			name = show(name)
		}
		name = filepath.ToSlash(name)
		text := diff.Diff("a/"+name, c.Old, "b/"+name, c.New)
		if _, rest, ok := bytes.Cut(text, []byte("\n")); ok { // the first line repeats the names
			text = rest
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return nil
}

// Write applies the changes. Each file is replaced in one step, after all new files are on disk; if one cannot be
// replaced, those before it are put back. A file that changed since New read it is an error.
func (p *Plan) Write() (err error) {
	staged := make([]string, 0, len(p.Changes))
	defer func() {
		for _, name := range staged {
			if name != "" {
				err = errors.Join(err, os.Remove(name))
			}
		}
	}()
	for _, c := range p.Changes {
		name, err := c.stage(c.New)
		if err != nil {
			return fmt.Errorf("%s: nothing written: %w", c.Name, cause(err))
		}
		staged = append(staged, name)
	}
	for _, c := range p.Changes {
		now, err := os.ReadFile(c.path)
		if err == nil && !bytes.Equal(now, c.Old) {
			err = errors.New("the file has changed since it was checked")
		}
		if err != nil {
			return fmt.Errorf("%s: nothing written: %w", c.Name, cause(err))
		}
	}
	for i, c := range p.Changes {
		if err := p.rename(staged[i], c.path); err != nil {
			return errors.Join(fmt.Errorf("%s: nothing written: %w", c.Name, err), restore(p.Changes[:i]))
		}
		staged[i] = ""
	}
	return nil
}

// restore puts the old content back.
func restore(changes []Change) error {
	var errs []error
	for _, c := range changes {
		name, err := c.stage(c.Old)
		if err == nil {
			err = os.Rename(name, c.path)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: changed, and cannot be put back: %w", c.Name, err))
		}
	}
	return errors.Join(errs...)
}

// stage writes the content to a new file in the directory of the old one, with its mode and owner.
func (c *Change) stage(content []byte) (name string, err error) {
	f, err := os.CreateTemp(filepath.Dir(c.path), ".reslint-*")
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	_, err = f.Write(content)
	if err == nil {
		err = keepOwner(f, c.info)
	}
	if err == nil {
		err = f.Chmod(c.info.Mode()) // after the owner, whose change drops bits
	}
	if err == nil {
		err = f.Sync()
	}
	return f.Name(), errors.Join(err, f.Close())
}
