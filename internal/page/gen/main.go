// Command gen writes the pages of all checks into a folder and deletes those of checks that are no more.
package main

import (
	"flag"
	"log"
	"os"
	"path/filepath"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/page"
)

func main() {
	log.SetFlags(0)
	out := flag.String("out", "", "write the pages into `DIR`")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		log.Fatal("usage: gen -out DIR")
	}
	if err := write(*out, page.Files(analyzers.Checks())); err != nil {
		log.Fatal(err)
	}
}

func write(dir string, files map[string]string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil {
		return err
	}
	for _, name := range old {
		if _, ok := files[filepath.Base(name)]; !ok {
			if err := os.Remove(name); err != nil {
				return err
			}
		}
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
