package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/inputs"
)

// toolID is the answer to "-V=full". The go command keeps what the tool found until the answer changes, so it stands
// for the program, and for the settings and configuration of the working directory, of which the go command knows
// nothing.
func toolID() (string, error) {
	exe, err := os.Executable()
	if err != nil {
		return "", err
	}
	h := sha256.New()
	if err := addFile(h, exe); err != nil {
		return "", err
	}
	sum, err := inputs.Sum(inputs.Options{Dir: ".", GOWORK: os.Getenv("GOWORK"), Checks: analyzers.Checks()})
	if err != nil {
		return "", err
	}
	fmt.Fprintln(h, sum)
	return fmt.Sprintf("%s version devel buildID=%s", exe, hex.EncodeToString(h.Sum(nil))), nil
}

func addFile(w io.Writer, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}
