package rule

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/tools/go/analysis"
)

// A FileError says that a settings file cannot be judged. It is no finding: a run that meets one fails, after
// everything else was checked.
type FileError struct {
	File         string // absolute, or as the configuration names a file that is not there
	Name         string // for messages: relative to the module root, with slashes
	Line, Column int    // from 1; Column is 0 where only the line is known
	Message      string // one clause, without the place
	Anchor       Place  // the Go code that loads the file
}

// Error returns "name:line: message".
func (e FileError) Error() string {
	return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, Sanitize(e.Message))
}

// FileError records that a settings file cannot be judged, unless the file is excluded. Hosts other than the command
// show it where Go code loads the file.
func (r *Reporter) FileError(e FileError) {
	if r.policy.excluded(e.File) {
		return
	}
	r.fileErrors = append(r.fileErrors, e)
	if e.Anchor.Pos.IsValid() {
		r.pass.Report(analysis.Diagnostic{Pos: e.Anchor.Pos, End: e.Anchor.End, Message: e.Error()})
	}
}

// ModuleRoot is the directory of the go.mod in dir or above it, or "". Not every host tells passes where their module
// is.
func ModuleRoot(dir string) string {
	for {
		if info, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && !info.IsDir() {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// fromRoot is the name of a file in messages that stand in another file of its module: relative to the module root, with
// slashes, or the base name where the module does not hold it.
func fromRoot(standing, file string) string {
	standing, err := filepath.Abs(standing)
	if err == nil {
		if root := ModuleRoot(filepath.Dir(standing)); root != "" {
			if name, err := filepath.Rel(root, file); err == nil && filepath.IsLocal(name) {
				return filepath.ToSlash(name)
			}
		}
	}
	return filepath.Base(file)
}

// A FileFix changes a settings file so that a finding is gone, and nothing else.
type FileFix struct {
	Message string // what it does, capitalized like the message of an analysis.SuggestedFix
	Edits   []FileEdit
}

// A FileEdit replaces bytes of a file on disk.
type FileEdit struct {
	File       string // absolute
	Start, End int    // offsets in bytes
	New        string
}
