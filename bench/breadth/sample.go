//go:build unix

package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
)

// A record is one finding as it is written for judgement: one line of JSON.
type record struct {
	Module   string `json:"module"`
	Version  string `json:"version"`
	Check    string `json:"check"`
	Severity string `json:"severity"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Message  string `json:"message"`
}

// writeFindings writes the findings of a subject to OUT/findings.
func writeFindings(out string, s subject, found []finding) error {
	f, err := os.Create(filepath.Join(out, "findings", s.file()+".jsonl"))
	if err != nil {
		return err
	}
	enc := json.NewEncoder(f)
	enc.SetEscapeHTML(false)
	for _, x := range found {
		r := record{s.Module, s.Version, x.Check, x.Severity, x.Pos.File, x.Pos.Line, x.Message}
		if err := enc.Encode(r); err != nil {
			f.Close()
			return err
		}
	}
	return f.Close()
}

// readFindings reads what writeFindings wrote, of all subjects, in order.
func readFindings(out string) ([]record, error) {
	names, err := filepath.Glob(filepath.Join(out, "findings", "*.jsonl")) // in order
	if err != nil {
		return nil, err
	}
	var all []record
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		for dec := json.NewDecoder(f); dec.More(); {
			var r record
			if err := dec.Decode(&r); err != nil {
				return nil, err
			}
			all = append(all, r)
		}
	}
	return all, nil
}

// sample draws n findings, or all if there are fewer: one of each check in turn, so that rare checks are all there and
// frequent ones share the rest. The same findings and seed give the same sample, in order of check and place.
func sample(all []record, n int, seed uint64) []record {
	byCheck := make(map[string][]record)
	for _, r := range all {
		byCheck[r.Check] = append(byCheck[r.Check], r)
	}
	checks := slices.Sorted(maps.Keys(byCheck))
	for _, check := range checks {
		list := byCheck[check]
		slices.SortFunc(list, compareRecords)
		h := fnv.New64a()
		h.Write([]byte(check))
		r := rand.New(rand.NewPCG(seed, h.Sum64()))
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	var out []record
	for round := 0; len(out) < min(n, len(all)); round++ {
		for _, check := range checks {
			if list := byCheck[check]; round < len(list) && len(out) < n {
				out = append(out, list[round])
			}
		}
	}
	slices.SortFunc(out, compareRecords)
	return out
}

func compareRecords(a, b record) int {
	return cmp.Or(cmp.Compare(a.Check, b.Check), cmp.Compare(a.Module, b.Module), cmp.Compare(a.Version, b.Version),
		cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Message, b.Message))
}

// printSample prints a sample of the findings in OUT, one line of JSON each.
func printSample(out string, n int, seed uint64) error {
	all, err := readFindings(out)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(os.Stdout)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, r := range sample(all, n, seed) {
		if err := enc.Encode(r); err != nil {
			return err
		}
	}
	return w.Flush()
}
