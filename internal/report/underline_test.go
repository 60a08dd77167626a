package report

import (
	"strings"
	"testing"
)

func TestUnderline(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 300)
	for _, tt := range []struct {
		name, line   string
		column, end  int // end 0: on another line
		text, marked string
	}{
		{"plain", "a := get(x)", 6, 12, "a := get(x)", "     ^~~~~~"},
		{"tab in front", "\tget(x)", 2, 8, "    get(x)", "    ^~~~~~"},
		{"tab inside", "a\tb(c\td)", 3, 9, "a   b(c d)", "    ^~~~~~"},
		{"wide", `"世界"+x`, 10, 11, `"世界"+x`, "       ^"},
		{"wide marked", "世界", 1, 7, "世界", "^~~~"},
		{"combining", "e\u0301x", 4, 5, "e\u0301x", " ^"},
		{"empty range", "abc", 2, 2, "abc", " ^"},
		{"to the end", "abc", 2, 0, "abc", " ^~"},
		{"behind the end", "abc", 9, 12, "abc", "   ^"},
		{"escape", "a\x1b[2Jb", 6, 7, `a\u001b[2Jb`, "          ^"},
		{"bidirectional", "a\u202eb", 5, 6, `a\u202eb`, "       ^"},
		{"long, in front", "ab" + long, 1, 3, "ab" + long[:158] + "…", "^~"},
		{"long, behind", long + "ab", 301, 303, "…" + long[:40] + "ab", strings.Repeat(" ", 41) + "^~"},
		{"long, all of it", long, 1, 301, long[:160] + "…", "^" + strings.Repeat("~", 159)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			end := Position{Line: 1, Column: tt.end}
			if tt.end == 0 {
				end = Position{Line: 2, Column: 1}
			}
			text, marked := underline([]byte(tt.line), Position{Line: 1, Column: tt.column}, end)
			if text != tt.text || marked != tt.marked {
				t.Errorf("got\n%s\n%s\nwant\n%s\n%s", text, marked, tt.text, tt.marked)
			}
		})
	}
}
