package edit

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
)

// checkGo parses the new source and formats it if the old one was formatted.
func (f *file) checkGo(eol string) error {
	if err := parse(f.New); err != nil {
		if parse(f.Old) != nil {
			return fmt.Errorf("does not parse as it is: %w", err)
		}
		return fmt.Errorf("would not parse after the fix: %w", err)
	}
	old := toLF(f.Old, eol)
	formatted, err := format.Source(old)
	if err != nil || !bytes.Equal(old, formatted) {
		return nil // it was not gofmt-clean: its layout is left alone
	}
	formatted, err = format.Source(toLF(f.New, eol))
	if err != nil {
		return fmt.Errorf("cannot be formatted after the fix: %w", err)
	}
	f.New = []byte(withEnding(string(formatted), eol))
	return nil
}

// parse returns the first syntax error without a file name, which the caller adds.
func parse(src []byte) error {
	_, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return fmt.Errorf("line %d: %s", list[0].Pos.Line, strings.TrimSpace(list[0].Msg))
	}
	return err
}

func toLF(src []byte, eol string) []byte {
	if eol == "\n" {
		return src
	}
	return bytes.ReplaceAll(src, []byte(eol), []byte("\n"))
}
