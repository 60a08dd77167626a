package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/reslint/reslint/internal/rule"
)

// identity is what stays the same of a finding while code around it changes: the check, the file, the enclosing
// declaration, the system and the message without line numbers and names of locals. The file is named from its module, so that the identity does not
// depend on the working directory.
func (c converter) identity(f Found) string {
	start, _ := f.Resolve(c.fset)
	file := start.Filename
	if rel, err := filepath.Rel(f.Root, file); err == nil {
		file = rel
	}
	message := strings.Join(strings.Fields(rule.WithoutLines(cmp.Or(f.Key, f.Message))), " ")
	return strings.Join([]string{f.Check.Name, f.Module, filepath.ToSlash(file), f.Symbol, f.System, message}, "\x00")
}

// fingerprint tells findings with one identity apart by their order.
func fingerprint(identity string, ordinal int) string {
	sum := sha256.Sum256([]byte(identity + "\x00" + strconv.Itoa(ordinal)))
	return hex.EncodeToString(sum[:16])
}
