package rule

import "strings"

// Doc is the documentation of an analyzer: its title, and what each of its checks reports.
func Doc(title string, checks []*Check) string {
	var b strings.Builder
	b.WriteString(title + "\n")
	for _, c := range checks {
		b.WriteString("\n" + c.Name + ": reported when " + c.Summary)
	}
	return b.String()
}
