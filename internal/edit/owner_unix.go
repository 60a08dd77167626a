//go:build unix

package edit

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives the file the owner and group of another, which matters where root edits somebody's files.
func keepOwner(f *os.File, like fs.FileInfo) error {
	want, ok := like.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if have, ok := info.Sys().(*syscall.Stat_t); ok && have.Uid == want.Uid && have.Gid == want.Gid {
		return nil
	}
	// Only root can give files away. For others the file is then theirs, as with any editor that replaces files.
	_ = f.Chown(int(want.Uid), int(want.Gid))
	return nil
}
