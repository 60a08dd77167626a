// Package baseline reads and writes the file of findings that a team has decided to live with for now.
//
// It has one line a finding, so that a merge of two branches is a merge of lines and a review shows what came and went.
// Only the fingerprint counts; check, file and message are for people, and say what an entry that is gone was.
package baseline

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/reslint/reslint/internal/report"
	"github.com/reslint/reslint/internal/rule"
)

// header is the first line. Another form of file would have another number.
const header = "# reslint baseline 1: findings that are not reported, one a line. Delete lines, or write it anew with \"reslint baseline\"."

var headerForm = regexp.MustCompile(`^# reslint baseline (\d+)\b`)

// maxProblems is how many broken lines are named.
const maxProblems = 10

// An Entry is a finding that is not reported.
type Entry struct {
	Fingerprint string
	Check       string
	File        string // from the directory of the baseline, with forward slashes
}

var entryForm = regexp.MustCompile(`^([0-9a-f]{32}) ([a-z][a-z0-9-]*) (.+?): .`)

// Parse reads a baseline. The error has one line for each line of the file that is no entry, with file and line; name
// stands for the file.
func Parse(name string, src []byte) ([]Entry, error) {
	var entries []Entry
	var errs []error
	fail := func(line int, format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s:%d: %s", name, line, fmt.Sprintf(format, args...)))
	}
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	first, _, _ := strings.Cut(string(src), "\n")
	switch m := headerForm.FindStringSubmatch(first); {
	case m == nil:
		fail(1, "no baseline: write one with \"reslint baseline\"")
		return nil, errors.Join(errs...)
	case m[1] != "1":
		fail(1, "a baseline of form %s, which only a newer reslint reads", m[1])
		return nil, errors.Join(errs...)
	}
	n := 0
	for line := range strings.Lines(string(src)) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		m := entryForm.FindStringSubmatch(line)
		switch {
		case m != nil && utf8.ValidString(line):
			entries = append(entries, Entry{Fingerprint: m[1], Check: m[2], File: m[3]})
		case len(errs) == maxProblems:
			fail(n, "and there may be more")
			return nil, errors.Join(errs...)
		case strings.HasPrefix(line, "<<<<<<<"), strings.HasPrefix(line, "======="), strings.HasPrefix(line, ">>>>>>>"):
			fail(n, "the mark of a merge conflict: keep the lines of both sides")
		default:
			fail(n, "no entry: an entry is a fingerprint, a check, a file and a message")
		}
	}
	return entries, errors.Join(errs...)
}

// Write writes a baseline of all findings of a report. rename gives the name of a file from the baseline's directory.
func Write(w io.Writer, rep *report.Report, rename func(file string) string) error {
	var b strings.Builder
	b.WriteString(header + "\n")
	for _, f := range rep.Findings {
		fmt.Fprintf(&b, "%s %s %s: %s\n", f.Fingerprint, f.Check, rule.Sanitize(rename(f.Pos.File)), rule.Sanitize(f.Message))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
