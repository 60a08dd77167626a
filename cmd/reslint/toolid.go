package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"github.com/reslint/reslint/internal/config"
)

// toolID is the answer to "-V=full". The go command keeps what the tool found until the answer changes, so it stands
// for the program and for the configuration of the working directory. Of settings files the go command knows nothing.
func toolID() (string, error) {
	exe, err := os.Executable()
	if err != nil {
		return "", err
	}
	h := sha256.New()
	if err := addFile(h, exe); err != nil {
		return "", err
	}
	// What is wrong with the configuration is for the passes to say.
	if path, err := config.Find(".", os.Getenv("GOWORK")); err == nil && path != "" {
		fmt.Fprintln(h, path)
		_ = addFile(h, path)
	}
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
