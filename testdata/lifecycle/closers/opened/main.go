// Command opened closes idle connections with each file that a server of files has opened.
package main

import (
	"context"
	"io/fs"
	"net/http"
	"time"

	"example.com/fixtures/lifecycle/closers/client"
)

type files struct {
	fs.FS
	c *client.Client
}

func (f *files) Open(name string) (fs.File, error) {
	x, err := f.FS.Open(name)
	if err != nil {
		return nil, err
	}
	return &file{x, f.c}, nil
}

type file struct {
	fs.File
	c *client.Client
}

func (f *file) Close() error {
	_ = f.c.Close()
	return f.File.Close()
}

func main() {
	srv := &http.Server{Handler: http.FileServerFS(&files{c: client.New()}), ReadHeaderTimeout: time.Second}
	_ = srv.Shutdown(context.Background())
}
