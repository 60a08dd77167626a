package rule

import "strings"

// List joins names for a message, as in "a, b and c".
func List(names []string) string {
	if len(names) <= 1 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
