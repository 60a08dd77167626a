package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/nearest"
	"github.com/reslint/reslint/internal/report"
)

// A format is one way to write findings. To add one, add a row to formats.
type format struct {
	name    string
	summary bool // on standard error, for people
	write   func(*report.Report, io.Writer, report.Service) error
}

// formats lists the formats. The first is the default.
func formats() []format {
	return []format{
		{"text", true, func(r *report.Report, w io.Writer, _ report.Service) error { return r.WriteText(w) }},
		{"json", false, func(r *report.Report, w io.Writer, _ report.Service) error { return r.WriteJSON(w) }},
		{"sarif", false, (*report.Report).WriteSARIF},
		{"github", true, (*report.Report).WriteGitHub},
		{"gitlab", false, (*report.Report).WriteGitLab},
		{"checkstyle", false, (*report.Report).WriteCheckstyle},
	}
}

func formatNames() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// orList is "a, b or c".
func orList(all []string) string {
	last := len(all) - 1
	if last == 0 {
		return all[0]
	}
	return strings.Join(all[:last], ", ") + " or " + all[last]
}

func formatNamed(name string) (format, error) {
	all := formats()
	i := slices.IndexFunc(all, func(x format) bool { return x.name == name })
	if i < 0 {
		return format{}, fmt.Errorf("unknown format%s: use %s", nearest.Hint(name, formatNames()), orList(formatNames()))
	}
	return all[i], nil
}

// String and Set make a format a flag.
func (f *format) String() string { return f.name }

func (f *format) Set(name string) (err error) {
	*f, err = formatNamed(name)
	return err
}

// A choice is a flag that takes one of a few words.
type choice struct {
	words []string
	word  string
}

func newChoice(words ...string) *choice { return &choice{words, words[0]} }

func (c *choice) String() string { return c.word }

func (c *choice) Set(word string) error {
	if !slices.Contains(c.words, word) {
		return fmt.Errorf("unknown format%s: use %s", nearest.Hint(word, c.words), orList(c.words))
	}
	c.word = word
	return nil
}

// outputs are the files that findings are written to, each in a format of its own.
type outputs []output

type output struct {
	format
	file string
}

func (o *outputs) String() string { return "" }

func (o *outputs) Set(s string) error {
	name, file, ok := strings.Cut(s, "=")
	if !ok || file == "" {
		return errors.New("use FORMAT=FILE, as in sarif=reslint.sarif")
	}
	f, err := formatNamed(name)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(*o, func(x output) bool { return filepath.Clean(x.file) == filepath.Clean(file) }) {
		return fmt.Errorf("%s is written twice", file)
	}
	*o = append(*o, output{f, file})
	return nil
}

// show writes the findings to standard output and to the files asked for. A file that cannot be written does not keep
// the others from being written.
func (a app) show(f *checkFlags, dir string, rep *report.Report) error {
	service := report.Service{Root: repository(dir), Checks: a.checks()}
	var errs []error
	if err := a.print(f, dir, rep, service); err != nil {
		errs = append(errs, fmt.Errorf("cannot write findings: %w", err))
	}
	for _, o := range f.outputs {
		var b bytes.Buffer
		err := o.write(rep, &b, service)
		if err == nil {
			err = replace(inDir(dir, o.file), b.Bytes())
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: not written: %w", o.file, err))
		}
	}
	return errors.Join(errs...)
}

func (a app) print(f *checkFlags, dir string, rep *report.Report, service report.Service) error {
	switch {
	case f.diff:
		return nil
	case f.format.name == formats()[0].name && a.StdoutIsTerm:
		color := a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb"
		return rep.WriteTerminal(a.Stdout, report.Terminal{Color: color})
	}
	return f.format.write(rep, a.Stdout, service)
}

// repository is the directory that forges name files from: the root of the git repository around dir, else dir.
func repository(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}
	for d := abs; ; d = filepath.Dir(d) {
		if exists(d, ".git") {
			return d
		}
		if d == filepath.Dir(d) {
			return abs
		}
	}
}

// inDir names a file from a directory.
func inDir(dir, file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(dir, file)
}

// replace writes a file in one step, so that nobody reads half of it. What is no regular file, such as a pipe, is
// written to.
func replace(name string, content []byte) error {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	mode := fs.FileMode(0o666)
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			return bare(os.WriteFile(name, content, mode))
		}
		mode = info.Mode().Perm()
	}
	temp, err := os.MkdirTemp(filepath.Dir(name), ".reslint-*") // in it, a file gets the mode that the user's mask leaves
	if err != nil {
		return bare(err)
	}
	defer os.RemoveAll(temp)
	staged := filepath.Join(temp, filepath.Base(name))
	if err := os.WriteFile(staged, content, mode); err != nil {
		return bare(err)
	}
	return bare(os.Rename(staged, name))
}

// bare drops operation and path from an error of the file system: the message around it has the path.
func bare(err error) error {
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
