package rule

import (
	"fmt"

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
