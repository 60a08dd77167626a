package main

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// cacheRequest and cacheResponse are the protocol between the go command and the program in GOCACHEPROG.
type cacheRequest struct {
	ID       int64
	Command  string
	ActionID []byte
	OutputID []byte
	BodySize int64
}

type cacheResponse struct {
	ID            int64
	Err           string     `json:",omitempty"`
	KnownCommands []string   `json:",omitempty"`
	Miss          bool       `json:",omitempty"`
	OutputID      []byte     `json:",omitempty"`
	Size          int64      `json:",omitempty"`
	Time          *time.Time `json:",omitempty"`
	DiskPath      string     `json:",omitempty"`
}

// cacheProg is a build cache that machines share: "cacheprog LOCAL SERVER [IMAGE]" keeps what the go command puts in
// the directory SERVER, and hands it out from the directory LOCAL of the machine, as a cache with a network in between
// does. IMAGE is a build cache of the go command that every machine starts with: only reads go there.
func cacheProg() {
	c := sharedCache{local: os.Args[1], server: os.Args[2], image: strings.Join(os.Args[3:], "")}
	if err := errors.Join(os.MkdirAll(c.local, 0o777), os.MkdirAll(c.server, 0o777)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	_ = out.Encode(cacheResponse{KnownCommands: []string{"get", "put", "close"}})
	for {
		var req cacheRequest
		if err := in.Decode(&req); err != nil {
			return
		}
		var body []byte
		if req.Command == "put" && req.BodySize > 0 {
			if err := in.Decode(&body); err != nil {
				return
			}
		}
		res, err := c.answer(req, body)
		if res.ID = req.ID; err != nil {
			res.Err = err.Error()
		}
		_ = out.Encode(res)
		if req.Command == "close" {
			return
		}
	}
}

type sharedCache struct{ local, server, image string }

// An entry is what the server knows of an action.
type entry struct {
	OutputID []byte
	Time     time.Time
}

func (c sharedCache) answer(req cacheRequest, body []byte) (cacheResponse, error) {
	action := filepath.Join(c.server, hex.EncodeToString(req.ActionID)+"-a")
	output := hex.EncodeToString(req.OutputID) + "-d"
	switch req.Command {
	case "put":
		e, err := json.Marshal(entry{req.OutputID, time.Now()})
		if err != nil {
			return cacheResponse{}, err
		}
		err = errors.Join(os.WriteFile(filepath.Join(c.server, output), body, 0o666), os.WriteFile(action, e, 0o666))
		disk := filepath.Join(c.local, output)
		return cacheResponse{DiskPath: disk}, errors.Join(err, os.WriteFile(disk, body, 0o666))
	case "get":
		text, err := os.ReadFile(action)
		if errors.Is(err, os.ErrNotExist) {
			return c.fromImage(req.ActionID), nil
		}
		var e entry
		if err == nil {
			err = json.Unmarshal(text, &e)
		}
		if err != nil {
			return cacheResponse{}, err
		}
		return c.deliver(e, filepath.Join(c.server, hex.EncodeToString(e.OutputID)+"-d"))
	}
	return cacheResponse{}, nil
}

// deliver copies a file of the server to the machine.
func (c sharedCache) deliver(e entry, from string) (cacheResponse, error) {
	disk := filepath.Join(c.local, filepath.Base(from))
	src, err := os.Open(from)
	if err != nil {
		return cacheResponse{}, err
	}
	defer src.Close()
	dst, err := os.Create(disk)
	if err != nil {
		return cacheResponse{}, err
	}
	n, err := io.Copy(dst, src)
	return cacheResponse{OutputID: e.OutputID, Size: n, Time: &e.Time, DiskPath: disk}, errors.Join(err, dst.Close())
}

// fromImage looks an action up in the build cache of the go command. It is a miss wherever anything is odd.
func (c sharedCache) fromImage(action []byte) cacheResponse {
	id := hex.EncodeToString(action)
	text, err := os.ReadFile(filepath.Join(c.image, id[:2], id+"-a")) // "v1 action output size time"
	f := strings.Fields(string(text))
	if err != nil || c.image == "" || len(f) != 5 || f[0] != "v1" || f[1] != id {
		return cacheResponse{Miss: true}
	}
	output, err := hex.DecodeString(f[2])
	disk := filepath.Join(c.image, f[2][:2], f[2]+"-d")
	info, statErr := os.Stat(disk)
	if err != nil || statErr != nil {
		return cacheResponse{Miss: true}
	}
	when := info.ModTime()
	return cacheResponse{OutputID: output, Size: info.Size(), Time: &when, DiskPath: disk}
}
