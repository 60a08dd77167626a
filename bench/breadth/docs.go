//go:build unix

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// small is the number of lines below which the ratios are not judged: they are of a second or less of loading, where
// other work on the machine and the start of the processes weigh too much.
const small = 50_000

// most is the ratio to loading that is aimed for.
const most = 1.5

// writeDocs makes the table and the plot from the outcomes in a directory.
func writeDocs(out, docs string) error {
	all, err := readOutcomes(out)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(docs, "cost.md"), []byte(page(all)), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(docs, "cost.svg"), []byte(plot(all)), 0o644)
}

// readOutcomes reads the outcomes, those with the fewest lines first.
func readOutcomes(out string) ([]outcome, error) {
	names, err := filepath.Glob(filepath.Join(out, "outcomes", "*.json"))
	if err != nil {
		return nil, err
	}
	var all []outcome
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var o outcome
		if err := json.Unmarshal(text, &o); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, o)
	}
	slices.SortFunc(all, func(a, b outcome) int {
		return cmp.Or(cmp.Compare(a.Lines, b.Lines), cmp.Compare(a.Module, b.Module), cmp.Compare(a.Version, b.Version))
	})
	return all, nil
}

// whole reports whether the trial measured all of the module.
func (o outcome) whole() bool {
	return o.Failed == "" && o.Exit < 2 && o.Load.CPU > 0 && o.Load.Megabytes > 0
}

func (o outcome) timeRatio() float64   { return o.Check.CPU / o.Load.CPU }
func (o outcome) memoryRatio() float64 { return o.Check.Megabytes / o.Load.Megabytes }

func page(all []outcome) string {
	var b strings.Builder
	b.WriteString(`# What reslint costs

`)
	b.WriteString(`Written by ` + "`bench/breadth.sh OUT -docs docs`" + ` after a run over the modules in ` + "`bench/modules.txt`" + `: reslint with its default
configuration, and a run that loads the same packages and does nothing, in turn, with a warm build cache. Time is user and
system time on all processors, with the go command that both start; memory is the peak of the largest process. Both are
the medians of the runs, the lower of the two in the middle. reslint holds the collection of garbage back, wholly so up to
80 MB, which makes loading itself faster and takes more memory in small modules; the run that only loads leaves it to the
runtime, as most programs do. Lines are all lines of Go without tests, also of files that other systems build.

`)
	b.WriteString("![time and memory against lines](cost.svg)\n\n")
	b.WriteString(verdicts(all))
	b.WriteString("\n| module | kind | lines | findings | time s | to loading | peak MB | to loading |\n|---|---|---:|---:|---:|---:|---:|---:|\n")
	for _, o := range all {
		if !o.whole() {
			continue
		}
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %.1f | %.2f | %.0f | %.2f |\n", markdown(label(o)), markdown(o.Kind), o.Lines,
			o.Findings, o.Check.CPU, o.timeRatio(), o.Check.Megabytes, o.memoryRatio())
	}
	b.WriteString(left(all))
	return b.String()
}

// left names what is not in the table.
func left(all []outcome) string {
	var names []string
	for _, o := range all {
		if !o.whole() {
			names = append(names, markdown(label(o)))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "\nLeft out, because not all of it could be loaded where this was measured: " + strings.Join(names, ", ") + ".\n"
}

// verdicts says in how many modules the ratios are as they should be.
func verdicts(all []outcome) string {
	var modules, judged, slow, big int
	for _, o := range all {
		if !o.whole() {
			continue
		}
		modules++
		if o.Lines < small {
			continue
		}
		judged++
		if o.timeRatio() > most {
			slow++
		}
		if o.memoryRatio() > most {
			big++
		}
	}
	return fmt.Sprintf("Of %d modules, %d have %d lines or more; smaller ones, which load in a second or less, are not judged. Of these %[2]d,\n"+
		"%[4]d take over %.1[5]f times the time of loading, and %[6]d over %.1[7]f times the memory.\n", modules, judged, small, slow, most, big, most)
}

func label(o outcome) string {
	if o.Version == "" {
		return o.Module
	}
	return o.Module + " " + o.Version
}

// markdown escapes what would end a cell or begin markup.
func markdown(text string) string {
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune("\\`*_[]<>|&#", r) {
			b.WriteByte('\\')
		}
		if r < ' ' {
			r = ' '
		}
		b.WriteRune(r)
	}
	return b.String()
}
