package yamlfile

import "bytes"

// span finds the range of a scalar in the text. The library only tells where it starts, anchor and tag included.
func (f *File) span(n *Node, offset int) {
	start := f.skipProperties(offset, len(f.Data))
	if start >= len(f.Data) {
		start = min(offset, len(f.Data))
	}
	rest := f.Data[start:]
	end := start
	switch {
	case !n.Quoted && n.Text == "":
		start = min(offset, len(f.Data))
		end = start
	case !n.Quoted && bytes.HasPrefix(rest, []byte(n.Text)):
		end = start + len(n.Text)
		n.inner = [2]int{start, end}
	case n.Quoted && len(rest) > 0 && (rest[0] == '"' || rest[0] == '\''):
		end = start + quoted(rest)
		if inner := f.Data[start+1 : max(end-1, start+1)]; string(inner) == n.Text {
			n.inner = [2]int{start + 1, end - 1}
		}
	default: // a block scalar, or a plain one of several lines: its first line
		line, _, _ := bytes.Cut(rest, []byte("\n"))
		end = start + len(bytes.TrimRight(line, " \t\r"))
	}
	n.Start, n.End = f.lines.pos(start), f.lines.pos(end)
}

// skipProperties steps over anchors and tags, and over the blanks, comments and line ends after them.
func (f *File) skipProperties(offset, limit int) int {
	for offset < limit && (f.Data[offset] == '&' || f.Data[offset] == '!') {
		for offset < limit && !blank(f.Data[offset]) && f.Data[offset] != ',' {
			offset++
		}
		for offset < limit && blank(f.Data[offset]) {
			offset++
			for offset < limit && f.Data[offset] == '#' {
				i := bytes.IndexAny(f.Data[offset:], "\r\n")
				if i < 0 {
					return limit
				}
				offset += i
			}
		}
	}
	return offset
}

func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\n' }

// quoted is the length of the quoted scalar that text starts with, quotes included.
func quoted(text []byte) int {
	quote := text[0]
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && quote == '"':
			i++
		case text[i] == quote && quote == '\'' && i+1 < len(text) && text[i+1] == quote:
			i++
		case text[i] == quote:
			return i + 1
		}
	}
	return len(text)
}
