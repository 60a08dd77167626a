package limits

import (
	"fmt"
	"slices"

	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/rule"
)

// checkRPCs reports a gRPC connection over which some RPC may wait for ever. It has no timeout itself, so that it is bounded
// where every RPC has a deadline. A stream cannot have one, and RPCs that are not seen are nobody's fault.
func checkRPCs(r *rule.Reporter, c *outbound.Construction) {
	if len(c.States) == 0 || slices.ContainsFunc(c.States, func(s outbound.State) bool { return !s.Bare() }) {
		return
	}
	f := rule.Finding{Check: noTimeout, Place: at(c)}
	if never := rpcs(c, outbound.Unbounded); len(never) > 0 {
		f.Message = "the connection has RPCs without a deadline: " + several(names(never)) + " may wait for ever"
		f.Related = places(never)
	} else if handed := rpcs(c, outbound.ByCallers); len(handed) > 0 {
		f.Severity = rule.Warning
		f.Message = "the connection's RPCs are bounded only by the contexts that callers hand in: " + several(names(handed))
	} else {
		return
	}
	r.Report(f)
}

// rpcs are the RPCs with a bound that are no streams.
func rpcs(c *outbound.Construction, bound outbound.Bound) []outbound.Request {
	return slices.DeleteFunc(slices.Clone(c.Requests), func(q outbound.Request) bool { return q.Stream || q.Bound != bound })
}

// names are those of RPCs, or of what makes them, each once.
func names(all []outbound.Request) []string {
	var out []string
	for _, q := range all {
		name := q.RPC
		if name == "" {
			name = "those of " + q.Abroad
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// maxNamed bounds how many RPCs a message names.
const maxNamed = 3

func several(names []string) string {
	if n := len(names); n > maxNamed {
		names = append(names[:maxNamed-1:maxNamed-1], fmt.Sprintf("%d more", n-maxNamed+1))
	}
	return rule.List(names)
}

// maxPlaces bounds how many calls are listed.
const maxPlaces = 8

// places are where RPCs are called in this package.
func places(all []outbound.Request) []rule.Related {
	var out []rule.Related
	for _, q := range all {
		if q.Pos.IsValid() && len(out) < maxPlaces {
			out = append(out, rule.Related{Place: rule.Place{Pos: q.Pos, End: q.End}, Message: q.RPC + " is called here"})
		}
	}
	return out
}
