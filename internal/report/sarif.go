package report

import (
	"bytes"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/reslint/reslint/internal/page"
	"github.com/reslint/reslint/internal/rule"
)

// sarifSchema is where the schema of the format is published.
const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// fingerprintName is what the format calls our fingerprints. Another way to make them has another number.
const fingerprintName = "reslint/v1"

// WriteSARIF writes a SARIF 2.1.0 log: findings with related places and fixes, and what is known of each check.
func (r *Report) WriteSARIF(w io.Writer, s Service) error {
	run := sarif.NewRunWithInformationURI("reslint", "https://github.com/reslint/reslint")
	run.Tool.Driver.WithVersion(r.Version)
	run.WithColumnKind("utf16CodeUnits")
	for _, c := range s.Checks {
		run.Tool.Driver.AddRule(sarifRule(c))
	}
	out := sarifWriter{r, s, r.sources()}
	for _, f := range r.Findings {
		run.AddResult(out.result(f))
	}
	run.AddInvocation(sarifInvocation(r.Problems))
	log := sarif.NewReport().AddRun(run)
	log.Schema = sarifSchema
	var b bytes.Buffer
	if err := log.PrettyWrite(&b); err != nil {
		return err
	}
	return writeString(w, rule.Escape(b.String(), rule.JSON)+"\n")
}

// sarifRule is what is known of a check.
func sarifRule(c *rule.Check) *sarif.ReportingDescriptor {
	short := "Reported when " + c.Summary + "."
	properties := sarif.NewPropertyBag().Add("precision", "high").Add("analyzer", c.Analyzer).Add("since", c.Since).
		WithTags(append([]string{"reliability"}, strings.FieldsFunc(c.Guide, func(r rune) bool { return r == ',' || r == ' ' })...))
	text, markdown := page.Help(c)
	config := sarif.NewReportingConfiguration().WithLevel(c.Severity.String()).WithEnabled(!c.Off)
	return sarif.NewReportingDescriptor().WithID(c.Name).WithName(c.Name).WithHelpURI(c.URL()).
		WithShortDescription(sarif.NewMultiformatMessageString().WithText(short)).
		WithFullDescription(sarif.NewMultiformatMessageString().WithText(short)).
		WithHelp(sarif.NewMultiformatMessageString().WithText(text).WithMarkdown(markdown)).
		WithDefaultConfiguration(config).WithProperties(properties)
}

// sarifInvocation says whether everything could be checked.
func sarifInvocation(problems []string) *sarif.Invocation {
	inv := sarif.NewInvocation().WithExecutionSuccessful(len(problems) == 0)
	for _, p := range problems {
		inv.AddToolExecutionNotification(sarif.NewNotification().WithLevel(rule.Error.String()).WithMessage(sarif.NewTextMessage(p)))
	}
	return inv
}

type sarifWriter struct {
	*Report
	service Service
	source  *sources
}

func (w sarifWriter) result(f Finding) *sarif.Result {
	prints := map[string]string{fingerprintName: f.Fingerprint}
	res := sarif.NewRuleResult(f.Check).WithLevel(f.Severity.String()).WithMessage(sarif.NewTextMessage(f.Message)).
		WithFingerprints(prints).WithPartialFingerprints(prints)
	res.RuleIndex = slices.IndexFunc(w.service.Checks, func(c *rule.Check) bool { return c.Name == f.Check })
	res.AddLocation(w.location(f.Pos, f.End))
	for i, rel := range f.Related {
		loc := w.location(rel.Pos, rel.End).WithID(i + 1).WithMessage(sarif.NewTextMessage(rel.Message))
		res.AddRelatedLocation(loc)
	}
	for _, fix := range f.Fixes {
		if changes := w.changes(fix); changes != nil {
			res.AddFixe(sarif.NewFix().WithDescription(sarif.NewTextMessage(fix.Message)).WithArtifactChanges(changes))
		}
	}
	if f.System != "" {
		res.WithProperties(sarif.NewPropertyBag().Add("system", f.System))
	}
	return res
}

func (w sarifWriter) location(pos, end Position) *sarif.Location {
	place := sarif.NewPhysicalLocation().WithArtifactLocation(w.artifact(pos.File))
	if region := w.region(pos, end); region != nil {
		place.WithRegion(region)
	}
	return sarif.NewLocation().WithPhysicalLocation(place)
}

// artifact names a file by a relative reference, or by a URI where it is outside of the root.
func (w sarifWriter) artifact(file string) *sarif.ArtifactLocation {
	name := w.place(w.service, file)
	ref := url.URL{Path: name}
	if strings.HasPrefix(name, "/") {
		ref.Scheme = "file"
	}
	return sarif.NewArtifactLocation().WithURI(ref.String())
}

// region is nil where the place has no line.
func (w sarifWriter) region(pos, end Position) *sarif.Region {
	span := w.source.spanOf(pos, end)
	if span.line == 0 {
		return nil
	}
	region := sarif.NewRegion().WithStartLine(span.line)
	if span.column > 0 {
		region.WithStartColumn(span.column)
	}
	if span.endLine > 0 {
		region.WithEndLine(span.endLine)
	}
	if span.endColumn > 0 {
		region.WithEndColumn(span.endColumn)
	}
	return region
}

// changes is nil where a place of the fix is not known to the column: a fix must not be guessed.
func (w sarifWriter) changes(fix Fix) []*sarif.ArtifactChange {
	var out []*sarif.ArtifactChange
	last := ""
	for _, e := range fix.Edits {
		region := w.region(e.Pos, e.End)
		if region == nil || region.StartColumn == nil || region.EndColumn == nil || *region.EndLine != e.End.Line {
			return nil
		}
		if out == nil || e.Pos.File != last {
			out = append(out, sarif.NewArtifactChange().WithArtifactLocation(w.artifact(e.Pos.File)))
			last = e.Pos.File
		}
		change := out[len(out)-1]
		change.AddReplacement(sarif.NewReplacement().WithDeletedRegion(region).
			WithInsertedContent(sarif.NewArtifactContent().WithText(e.Text)))
	}
	return out
}
