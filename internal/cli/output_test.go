package cli

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// Every format in one run, each with the same finding, named from the root of the repository.
func TestOutputs(t *testing.T) {
	t.Parallel()
	dir := module(t, "var error int")
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o777); err != nil {
		t.Fatal(err)
	}
	args := []string{"-C", "sub", "-format=github"}
	for _, name := range formatNames() {
		args = append(args, "-output", name+"=out."+name)
	}
	got := runIn(t, dir, nil, args...)
	const github = "::error file=sub/p.go,line=3,endLine=3,col=5,endColumn=10,title=reslint%3A an-error::found one (an-error, R-3)\n"
	if got != (result{1, github, "1 package, 0 clients, 0 systems: 1 finding\n"}) {
		t.Errorf("got %+v", got)
	}
	out := func(name string) []byte { return []byte(read(t, filepath.Join(dir, "sub", "out."+name))) }
	if string(out("github")) != github || string(out("text")) != "p.go:3:5: found one (an-error, R-3)\n" {
		t.Errorf("%s%s", out("github"), out("text"))
	}
	if log, err := sarif.FromBytes(out("sarif")); err != nil || log.Validate() != nil || len(log.Runs[0].Results) != 1 ||
		*log.Runs[0].Results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI != "sub/p.go" || len(log.Runs[0].Tool.Driver.Rules) != 3 {
		t.Errorf("%v: %s", err, out("sarif"))
	}
	for _, name := range []string{"json", "gitlab"} {
		if !json.Valid(out(name)) || !bytes.Contains(out(name), []byte("p.go")) {
			t.Errorf("%s: %s", name, out(name))
		}
	}
	if err := xml.Unmarshal(out("checkstyle"), new(struct{})); err != nil || !bytes.Contains(out("checkstyle"), []byte(`name="sub/p.go"`)) {
		t.Errorf("%v: %s", err, out("checkstyle"))
	}
	files, err := filepath.Glob(filepath.Join(dir, "sub", ".*"))
	if err != nil || len(files) > 0 {
		t.Errorf("left behind: %v", files)
	}
}

// A file that cannot be written fails the run, and the others are written all the same.
func TestOutputFails(t *testing.T) {
	t.Parallel()
	dir := module(t, "var error int")
	got := runIn(t, dir, nil, "-output", "json=none/x.json", "-output", "text=out.txt")
	if got.status != 2 || !strings.Contains(got.stdout, "an-error") || got.stderr != "reslint: none/x.json: not written: no such file or directory\n" {
		t.Errorf("got %+v", got)
	}
	if read(t, filepath.Join(dir, "out.txt")) != got.stdout {
		t.Error("the other file differs")
	}
	for args, want := range map[string]string{
		"-output x":                                  "use FORMAT=FILE",
		"-output sarif=":                             "use FORMAT=FILE",
		"-output sarf=x":                             `unknown format (did you mean "sarif"?)`,
		"-output sarif=x -output json=./x":           "./x is written twice",
		"-fix -diff -output json=x":                  "leave out -format and -output",
		"baseline -output json=x":                    "unknown flag -output",
		"-write-baseline":                            "give both",
		"-baseline x -write-baseline ./sub":          "leave out packages",
		"-baseline x -write-baseline -fix":           "run it by itself",
		"-new-from x -fix":                           "run it by itself",
		"-baseline x -write-baseline -new-from HEAD": "leave out -new-from",
		"-baseline x -write-baseline -output json=x": "leave out -output",
	} {
		if got := runIn(t, dir, nil, strings.Fields(args)...); got.status != 2 || got.stdout != "" || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, want %s", args, got, want)
		}
	}
}

func TestReplace(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("modes and links")
	}
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("long before"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Fatal(err)
	}
	if err := replace(link, []byte("x")); err != nil || read(t, file) != "x" {
		t.Errorf("%v: %q", err, read(t, file))
	}
	if info, err := os.Lstat(file); err != nil || info.Mode() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link became a file: %v, %v", info.Mode(), err)
	}
	if err := replace(os.DevNull, []byte("x")); err != nil {
		t.Errorf("a device: %v", err)
	}
	if err := replace(dir, nil); err == nil {
		t.Error("a directory was written")
	}
}
