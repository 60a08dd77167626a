// Package nearest finds the name that somebody meant.
package nearest

import "strings"

// Name returns the candidate closest to word, or false where none is close enough to suggest: at most one edit for
// each three characters of the longer of the two, where an edit inserts, removes or replaces a character or swaps two
// neighbours. Case, '-', '_' and spaces make no difference. Of equally close candidates the first wins.
func Name(word string, candidates []string) (string, bool) {
	best, bestCost := "", -1
	from := fold(word)
	if len(from) == 0 || len(from) > maxWord {
		return "", false
	}
	for _, c := range candidates {
		to := fold(c)
		limit := max(len(from), len(to)) / 3
		cost := distance(from, to)
		if cost <= limit && (bestCost < 0 || cost < bestCost) {
			best, bestCost = c, cost
		}
	}
	return best, bestCost >= 0
}

// maxWord bounds the work for a word that is no name at all.
const maxWord = 100

// Hint returns ` (did you mean "x"?)`, or "" where no candidate is close.
func Hint(word string, candidates []string) string {
	if name, ok := Name(word, candidates); ok {
		return ` (did you mean "` + name + `"?)`
	}
	return ""
}

func fold(s string) []rune {
	return []rune(strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(s)))
}

// distance is the optimal string alignment distance.
func distance(a, b []rune) int {
	var prev2 []int
	prev, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := range a {
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(prev[j+1]+1, row[j]+1, prev[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], prev2[j-1]+1)
			}
		}
		prev2, prev, row = prev, row, make([]int, len(b)+1)
	}
	return prev[len(b)]
}
