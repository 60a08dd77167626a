package gofix

import (
	"bytes"
	"slices"
)

// maxDistance is how many lines a fix may add and remove. The cost grows with its square.
const maxDistance = 400

// difference returns edits that lead from one text to another, each as small as it can be, or the edits that it is
// given if the texts are too far apart.
func difference(from, to []byte, otherwise []edit) []edit {
	a, b := bytes.SplitAfter(from, []byte("\n")), bytes.SplitAfter(to, []byte("\n"))
	same := common(a, b)
	if same == nil {
		return otherwise
	}
	var edits []edit
	i, j, offset := 0, 0, 0
	for _, m := range append(same, match{len(a), len(b)}) {
		if m.a > i || m.b > j {
			removed := bytes.Join(a[i:m.a], nil)
			edits = append(edits, trim(from, offset, offset+len(removed), bytes.Join(b[j:m.b], nil)))
			offset += len(removed)
		}
		if m.a < len(a) {
			offset += len(a[m.a])
		}
		i, j = m.a+1, m.b+1
	}
	return edits
}

// A match is a line that both texts have.
type match struct{ a, b int }

// common finds a longest sequence of lines that two texts have in common, after Myers, "An O(ND) difference algorithm
// and its variations". It is nil if the texts differ in too many lines.
func common(a, b [][]byte) []match {
	var trace []map[int]int
	reach := map[int]int{1: 0} // how far each diagonal gets
	for d := 0; d <= min(maxDistance, len(a)+len(b)); d++ {
		trace = append(trace, make(map[int]int, d+2))
		for k := -d; k <= d; k += 2 {
			x := step(reach, d, k)
			for x < len(a) && x-k < len(b) && bytes.Equal(a[x], b[x-k]) {
				x++
			}
			trace[d][k] = x
			if x >= len(a) && x-k >= len(b) {
				return back(trace, len(a), len(b))
			}
		}
		reach = trace[d]
	}
	return nil
}

// step is where a diagonal begins, given how far its neighbours got: below one by an added line, beside the other by a
// removed one.
func step(reach map[int]int, d, k int) int {
	if k == -d || k != d && reach[k-1] < reach[k+1] {
		return reach[k+1]
	}
	return reach[k-1] + 1
}

func back(trace []map[int]int, x, y int) []match {
	out := []match{}
	for d := len(trace) - 1; d >= 0; d-- {
		reach := map[int]int{1: 0}
		if d > 0 {
			reach = trace[d-1]
		}
		k := x - y
		start := step(reach, d, k)
		for ; x > start; x, y = x-1, y-1 {
			out = append(out, match{x - 1, y - 1})
		}
		if k == -d || k != d && reach[k-1] < reach[k+1] {
			y--
		} else {
			x--
		}
	}
	slices.Reverse(out)
	return out
}

// trim leaves out what a replacement does not change at either end.
func trim(src []byte, start, end int, text []byte) edit {
	for start < end && len(text) > 0 && src[start] == text[0] {
		start, text = start+1, text[1:]
	}
	for start < end && len(text) > 0 && src[end-1] == text[len(text)-1] {
		end, text = end-1, text[:len(text)-1]
	}
	return edit{start, end, string(text)}
}
