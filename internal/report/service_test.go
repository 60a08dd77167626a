package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/report"
	"github.com/reslint/reslint/internal/rule"
)

// hostile is what a name in the analysed program could hold, were it not made safe before.
const hostile = "100%\r\n::error file=x::y, z: <a&b> \"q\""

// everything is a report that uses all that a finding may have. Its service names files from the directory above.
func everything(t *testing.T) (*report.Report, report.Service) {
	t.Helper()
	fx := newFixture(t)
	f := fx.found(noTimeout, fx.at("get(x)"), "it may wait for ever")
	f.System = "sber"
	f.Related = []rule.Related{{Place: fx.at("get(y)"), Message: "and here"}}
	f.Fixes = []analysis.SuggestedFix{{Message: "set it", TextEdits: []analysis.TextEdit{
		{Pos: fx.at("x)").Pos, End: fx.at("x)").End, NewText: []byte("safe)")},
		{Pos: fx.at("y)").Pos, End: fx.at("y)").Pos, NewText: []byte("z, ")},
	}}}
	lines := fx.found(limits, rule.Place{Pos: fx.at("get(y)").Pos, End: fx.at("}").End}, "two lines")
	odd := fx.found(limits, rule.In(token.Position{Filename: filepath.Join(fx.dir, "b, 100%:c.yaml"), Line: 3, Column: 70}, token.Position{}), "in a file that is gone")
	odd.FileFix = &rule.FileFix{Message: "guess", Edits: []rule.FileEdit{{File: filepath.Join(fx.dir, "gone.yaml"), Start: 3, End: 4}}}
	whole := fx.found(noTimeout, rule.Place{Start: token.Position{Filename: filepath.Join(fx.dir, "whole.yaml")}}, "no line")
	whole.Severity = rule.Note
	rep := fx.report(f, lines, odd, whole)
	rep.Findings[2].Message = hostile
	return rep, report.Service{Root: filepath.Dir(fx.dir), Checks: []*rule.Check{limits, noTimeout}}
}

// written is what a writer makes of everything, with the name of the temporary directory taken out.
func written(t *testing.T, write func(*report.Report, io.Writer, report.Service) error) string {
	t.Helper()
	rep, service := everything(t)
	var out bytes.Buffer
	if err := write(rep, &out, service); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(service.Root, "*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	return strings.ReplaceAll(out.String(), filepath.Base(files[0])+"/", "DIR/")
}

func TestWriteGitHub(t *testing.T) {
	t.Parallel()
	got := written(t, (*report.Report).WriteGitHub)
	want := `::error file=DIR/a/p.go,line=4,endLine=4,col=14,endColumn=20,title=reslint%3A no-timeout::it may wait for ever%0ADIR/a/p.go:5:2: and here
::warning file=DIR/a/p.go,line=5,endLine=6,title=reslint%3A missing-limits::two lines
::warning file=DIR/b%2C 100%25%3Ac.yaml,line=3,endLine=3,title=reslint%3A missing-limits::100%25%0D%0A::error file=x::y, z: <a&b> "q"
::notice file=DIR/whole.yaml,title=reslint%3A no-timeout::no line
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// What was not checked is annotated, at no file: nothing in it may end the command.
func TestWriteGitHubProblems(t *testing.T) {
	t.Parallel()
	rep := newFixture(t).report()
	rep.Problems = []string{"example.com/a skipped: a/p.go:3:1: undefined: x", hostile}
	var out bytes.Buffer
	if err := rep.WriteGitHub(&out, report.Service{}); err != nil {
		t.Fatal(err)
	}
	const want = `::warning title=reslint%3A not checked::example.com/a skipped: a/p.go:3:1: undefined: x
::warning title=reslint%3A not checked::100%25%0D%0A::error file=x::y, z: <a&b> "q"
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

func TestWriteGitLab(t *testing.T) {
	t.Parallel()
	got := written(t, (*report.Report).WriteGitLab)
	var issues []struct {
		Description string
		CheckName   string `json:"check_name"`
		Content     struct{ Body string }
		Fingerprint string
		Severity    string
		Location    struct {
			Path  string
			Lines struct{ Begin, End int }
		}
	}
	if err := json.Unmarshal([]byte(got), &issues); err != nil {
		t.Fatalf("%v in\n%s", err, got)
	}
	prints := make(map[string]bool)
	var lines []string
	for _, i := range issues {
		prints[i.Fingerprint] = true
		lines = append(lines, strings.Join([]string{i.Severity, i.CheckName, i.Location.Path}, " "))
		if i.Description == "" || i.Location.Lines.Begin < 1 || i.Location.Lines.End < i.Location.Lines.Begin || !strings.Contains(i.Content.Body, "/docs/rules/") {
			t.Errorf("%+v", i)
		}
	}
	want := []string{"critical no-timeout DIR/a/p.go", "major missing-limits DIR/a/p.go",
		"major missing-limits DIR/b, 100%:c.yaml", "info no-timeout DIR/whole.yaml"}
	if !reflect.DeepEqual(lines, want) || len(prints) != len(want) || issues[1].Location.Lines.End != 6 || issues[2].Description != hostile {
		t.Errorf("got %q in\n%s", lines, got)
	}
	var out bytes.Buffer
	if err := newFixture(t).report().WriteGitLab(&out, report.Service{}); err != nil || out.String() != "[]\n" {
		t.Errorf("no findings: %q, %v", out.String(), err)
	}
}

func TestWriteCheckstyle(t *testing.T) {
	t.Parallel()
	got := written(t, (*report.Report).WriteCheckstyle)
	var doc struct {
		Files []struct {
			Name   string `xml:"name,attr"`
			Errors []struct {
				Line     int    `xml:"line,attr"`
				Column   int    `xml:"column,attr"`
				Severity string `xml:"severity,attr"`
				Message  string `xml:"message,attr"`
				Source   string `xml:"source,attr"`
			} `xml:"error"`
		} `xml:"file"`
	}
	if err := xml.Unmarshal([]byte(got), &doc); err != nil {
		t.Fatalf("%v in\n%s", err, got)
	}
	if len(doc.Files) != 3 || len(doc.Files[0].Errors) != 2 || doc.Files[0].Name != "DIR/a/p.go" {
		t.Fatalf("%+v", doc)
	}
	first, odd, whole := doc.Files[0].Errors[0], doc.Files[1].Errors[0], doc.Files[2].Errors[0]
	if first.Line != 4 || first.Column != 14 || first.Severity != "error" || first.Source != "reslint.no-timeout" ||
		first.Message != "it may wait for ever\nDIR/a/p.go:5:2: and here" || odd.Message != hostile || whole.Severity != "info" {
		t.Errorf("%+v\n%+v\n%+v", first, odd, whole)
	}
}

// validSARIF reads a log and holds it against the official schema, which the library has.
func validSARIF(t *testing.T, text string) *sarif.Run {
	t.Helper()
	log, err := sarif.FromString(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := log.Validate(); err != nil {
		t.Errorf("%v in\n%s", err, text)
	}
	if len(log.Runs) != 1 {
		t.Fatalf("%d runs", len(log.Runs))
	}
	return log.Runs[0]
}

func TestWriteSARIF(t *testing.T) {
	t.Parallel()
	text := written(t, (*report.Report).WriteSARIF)
	run := validSARIF(t, text)
	if len(run.Results) != 4 || *run.ColumnKind != "utf16CodeUnits" || !*run.Invocations[0].ExecutionSuccessful {
		t.Fatal(text)
	}
	for i, res := range run.Results {
		if r := run.Tool.Driver.Rules[res.RuleIndex]; *r.ID != *res.RuleID || r.Help == nil || *r.HelpURI == "" {
			t.Errorf("result %d has the rule %+v", i, r)
		}
		if len(res.Fingerprints["reslint/v1"]) != 32 {
			t.Errorf("result %d: %v", i, res.Fingerprints)
		}
	}
	first := run.Results[0]
	place := first.Locations[0].PhysicalLocation
	if *place.ArtifactLocation.URI != "DIR/a/p.go" || region(place.Region) != [4]int{4, 14, 4, 20} {
		t.Errorf("place %s %v", *place.ArtifactLocation.URI, region(place.Region))
	}
	if rel := first.RelatedLocations[0]; *rel.Message.Text != "and here" || region(rel.PhysicalLocation.Region) != [4]int{5, 2, 5, 8} {
		t.Errorf("related %+v", rel)
	}
	change := first.Fixes[0].ArtifactChanges[0]
	if r := change.Replacements; len(r) != 2 || region(r[0].DeletedRegion) != [4]int{4, 18, 4, 20} || *r[0].InsertedContent.Text != "safe)" ||
		region(r[1].DeletedRegion) != [4]int{5, 6, 5, 6} {
		t.Errorf("fix %+v", change)
	}
	if got := region(run.Results[1].Locations[0].PhysicalLocation.Region); got != [4]int{5, 2, 6, 2} {
		t.Errorf("of two lines: %v", got)
	}
	odd := run.Results[2]
	if uri := *odd.Locations[0].PhysicalLocation.ArtifactLocation.URI; uri != "DIR/b,%20100%25:c.yaml" {
		t.Errorf("URI %s", uri)
	}
	if got := region(odd.Locations[0].PhysicalLocation.Region); got != [4]int{3, 0, 3, 0} || len(odd.Fixes) != 0 {
		t.Errorf("without source: %v, fixes %v", got, odd.Fixes)
	}
	if run.Results[3].Locations[0].PhysicalLocation.Region != nil || run.Results[3].Level != "note" {
		t.Errorf("without a line: %+v", run.Results[3])
	}
}

func region(r *sarif.Region) (out [4]int) {
	for i, n := range []*int{r.StartLine, r.StartColumn, r.EndLine, r.EndColumn} {
		if n != nil {
			out[i] = *n
		}
	}
	return out
}

// What could not be checked makes a log that says so, and no findings make one that clears those before.
func TestWriteSARIFProblems(t *testing.T) {
	t.Parallel()
	rep := newFixture(t).report()
	rep.Problems = []string{"x skipped: x.go:1:1: no"}
	var out bytes.Buffer
	if err := rep.WriteSARIF(&out, report.Service{}); err != nil {
		t.Fatal(err)
	}
	run := validSARIF(t, out.String())
	notes := run.Invocations[0].ToolExecutionNotifications
	if *run.Invocations[0].ExecutionSuccessful || len(notes) != 1 || *notes[0].Message.Text != rep.Problems[0] ||
		!strings.Contains(out.String(), `"results": []`) {
		t.Error(out.String())
	}
}

// A colon in the first element of a relative reference would make a scheme of it.
func TestSARIFReference(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	file := filepath.Join(fx.dir, "c:d.yaml")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Skip(err)
	}
	rep := fx.report(fx.found(limits, rule.In(token.Position{Filename: file, Line: 1, Column: 1}, token.Position{}), "m"))
	var out bytes.Buffer
	if err := rep.WriteSARIF(&out, report.Service{Root: fx.dir, Checks: []*rule.Check{limits}}); err != nil {
		t.Fatal(err)
	}
	if uri := *validSARIF(t, out.String()).Results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI; uri != "./c:d.yaml" {
		t.Error(uri)
	}
}

// A range that is known in part, or that a line directive made, has no column that the file does not have.
func TestSARIFRegions(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	at := func(file string, line, column int) report.Position {
		return report.Position{File: file, Line: line, Column: column}
	}
	for _, tt := range []struct {
		pos, end report.Position
		want     [4]int
	}{
		{at("a/p.go", 4, 18), at("a/p.go", 4, 24), [4]int{4, 14, 4, 20}},
		{at("a/p.go", 4, 18), at("b.go", 4, 24), [4]int{4, 14, 0, 0}},
		{at("a/p.go", 4, 99), at("a/p.go", 4, 120), [4]int{4, 0, 4, 0}},
		{at("a/p.go", 4, 99), at("a/p.go", 5, 2), [4]int{4, 0, 5, 0}},
		{at("a/p.go", 4, 0), at("a/p.go", 4, 24), [4]int{4, 0, 4, 0}},
		{at("a/p.go", 5, 2), at("a/p.go", 4, 1), [4]int{5, 2, 0, 0}},
		{at("a/p.go", 5, 4), at("a/p.go", 5, 2), [4]int{5, 4, 0, 0}},
		{at("a/p.go", 77, 1), at("a/p.go", 77, 2), [4]int{77, 0, 77, 0}},
	} {
		rep := fx.report(fx.found(limits, fx.at("get(x)"), "m"))
		f := &rep.Findings[0]
		f.Pos, f.End = tt.pos, tt.end
		f.Fixes = []report.Fix{{Message: "set it", Edits: []report.Edit{{Pos: tt.pos, End: tt.end}}}}
		var out bytes.Buffer
		if err := rep.WriteSARIF(&out, report.Service{Root: fx.dir, Checks: []*rule.Check{limits}}); err != nil {
			t.Fatal(err)
		}
		res := validSARIF(t, out.String()).Results[0]
		if got := region(res.Locations[0].PhysicalLocation.Region); got != tt.want {
			t.Errorf("%v to %v: %v, want %v", tt.pos, tt.end, got, tt.want)
		}
		if (len(res.Fixes) == 1) != (tt.want[3] > 0) {
			t.Errorf("%v to %v: fixes %v", tt.pos, tt.end, res.Fixes)
		}
	}
}
