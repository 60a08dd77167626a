package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is how long an answer may take: the first analysis of net/http on a loaded machine.
const patience = 4 * time.Minute

// What the protocol calls them, as far as it is needed here.
type (
	position struct{ Line, Character int }
	extent   struct{ Start, End position }
	location struct {
		URI   string
		Range extent
	}
	diagnostic struct {
		Range              extent
		Severity           int
		Code, Source       string
		Message            string
		CodeDescription    struct{ Href string }
		RelatedInformation []struct {
			Location location
			Message  string
		}
		raw json.RawMessage
	}
	textEdit struct {
		Range   extent
		NewText string
	}
	action struct {
		Title string
		Edit  *struct {
			DocumentChanges []struct {
				TextDocument struct{ URI string }
				Edits        []textEdit
			}
		}
	}
	message struct {
		ID     json.RawMessage `json:",omitempty"`
		Method string          `json:",omitempty"`
		Params json.RawMessage `json:",omitempty"`
		Result json.RawMessage `json:",omitempty"`
		Error  json.RawMessage `json:",omitempty"`
	}
)

// A server is a running gopls, and what it has said.
type server struct {
	*testing.T
	dir   string
	hello string // what it says of itself
	in    io.Writer
	stop  func()
	calls int

	mu      sync.Mutex
	changed *sync.Cond
	found   map[string][]diagnostic // by URI
	answers map[string]message
	gone    error // why nothing more will come
}

// start starts gopls in a directory, as an editor does that has these settings for it.
func start(t *testing.T, dir string, settings map[string]any) *server {
	t.Helper()
	cmd := exec.Command(program(t))
	cmd.Dir, cmd.Env = dir, environment()
	var stderr strings.Builder
	cmd.Stderr = &stderr
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	s := &server{T: t, dir: dir, in: in, found: make(map[string][]diagnostic), answers: make(map[string]message)}
	s.changed = sync.NewCond(&s.mu)
	go s.read(bufio.NewReader(out), settings)
	s.stop = sync.OnceFunc(func() {
		s.call("shutdown", nil)
		s.send(map[string]any{"method": "exit"})
		timer := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
		defer timer.Stop()
		if err := cmd.Wait(); err != nil {
			t.Errorf("gopls: %v\n%s", err, stderr.String())
		}
	})
	t.Cleanup(s.stop)
	s.hello = string(s.call("initialize", map[string]any{
		"processId": os.Getpid(), "rootUri": uri(dir), "initializationOptions": settings,
		"workspaceFolders": []any{map[string]any{"uri": uri(dir), "name": "m"}},
		"capabilities": map[string]any{
			"workspace": map[string]any{"configuration": true, "workspaceEdit": map[string]any{"documentChanges": true}},
			"textDocument": map[string]any{
				"publishDiagnostics": map[string]any{"relatedInformation": true, "codeDescriptionSupport": true},
				"codeAction": map[string]any{
					"dataSupport": true, "resolveSupport": map[string]any{"properties": []string{"edit"}},
					"codeActionLiteralSupport": map[string]any{"codeActionKind": map[string]any{"valueSet": []string{"quickfix"}}},
				},
			},
		},
	}))
	s.send(map[string]any{"method": "initialized", "params": map[string]any{}})
	return s
}

func uri(file string) string { return "file://" + filepath.ToSlash(file) }

// read takes what gopls writes until it ends. It answers what gopls asks: for its settings, and for leave.
func (s *server) read(out *bufio.Reader, settings map[string]any) {
	for {
		m, err := receive(out)
		switch {
		case err != nil:
			s.note(func() { s.gone = err })
			return
		case m.Method == "workspace/configuration":
			s.send(map[string]any{"id": m.ID, "result": []any{settings}})
		case m.Method != "" && m.ID != nil:
			s.send(map[string]any{"id": m.ID, "result": nil})
		case m.Method == "textDocument/publishDiagnostics":
			s.publish(m.Params)
		case m.ID != nil:
			s.note(func() { s.answers[string(m.ID)] = m })
		}
	}
}

func (s *server) note(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
	s.changed.Broadcast()
}

func receive(out *bufio.Reader) (m message, err error) {
	header, err := textproto.NewReader(out).ReadMIMEHeader()
	if err != nil {
		return m, err
	}
	n, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		return m, err
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(out, body); err != nil {
		return m, err
	}
	return m, json.Unmarshal(body, &m)
}

func (s *server) publish(params json.RawMessage) {
	var p struct {
		URI         string
		Diagnostics []json.RawMessage
	}
	err := json.Unmarshal(params, &p)
	var all []diagnostic
	for _, raw := range p.Diagnostics {
		d := diagnostic{raw: raw}
		err = errors.Join(err, json.Unmarshal(raw, &d))
		all = append(all, d)
	}
	s.note(func() {
		s.found[p.URI] = all
		if err != nil {
			s.gone = err
		}
	})
}

func (s *server) send(m map[string]any) {
	m["jsonrpc"] = "2.0"
	body, err := json.Marshal(m)
	if err == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		_, err = fmt.Fprintf(s.in, "Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	if err != nil {
		s.Errorf("%v: %v", m["method"], err)
	}
}

// call asks and returns the answer.
func (s *server) call(method string, params any) json.RawMessage {
	s.Helper()
	s.calls++
	id := strconv.Itoa(s.calls)
	s.send(map[string]any{"id": s.calls, "method": method, "params": params})
	var answer message
	s.until(func() bool { answer = s.answers[id]; return answer.ID != nil }, func() string { return "no answer to " + method })
	if answer.Error != nil {
		s.Fatalf("%s: %s", method, answer.Error)
	}
	return answer.Result
}

// until waits until what gopls has said fulfils a condition.
func (s *server) until(done func() bool, missing func() string) {
	s.Helper()
	late := false
	timer := time.AfterFunc(patience, func() { s.note(func() { late = true }) })
	defer timer.Stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	for !done() {
		if s.gone != nil || late {
			s.Fatalf("%s (%v)", missing(), s.gone)
		}
		s.changed.Wait()
	}
}

// expect waits until the findings of reslint in a file are these, as "line analyzer check", and returns them.
func (s *server) expect(name string, want ...string) []diagnostic {
	s.Helper()
	file := uri(filepath.Join(s.dir, filepath.FromSlash(name)))
	var all []diagnostic
	var got []string
	s.until(func() bool {
		all, got = nil, nil
		for _, d := range s.found[file] {
			if strings.HasPrefix(d.Source, "res") {
				all, got = append(all, d), append(got, fmt.Sprintf("%d %s %s", d.Range.Start.Line+1, d.Source, d.Code))
			}
		}
		return slices.Equal(got, want)
	}, func() string { return fmt.Sprintf("%s: got %q, want %q", name, got, want) })
	return all
}

// open opens a file as an editor does, with its content on disk, and returns that.
func (s *server) open(name string) string {
	s.Helper()
	file := filepath.Join(s.dir, filepath.FromSlash(name))
	text, err := os.ReadFile(file)
	if err != nil {
		s.Fatal(err)
	}
	s.send(map[string]any{"method": "textDocument/didOpen", "params": map[string]any{
		"textDocument": map[string]any{"uri": uri(file), "languageId": "go", "version": 1, "text": string(text)},
	}})
	return string(text)
}

// edit gives the buffer of a file another content, and leaves the file.
func (s *server) edit(name string, version int, text string) {
	s.send(map[string]any{"method": "textDocument/didChange", "params": map[string]any{
		"textDocument":   map[string]any{"uri": uri(filepath.Join(s.dir, filepath.FromSlash(name))), "version": version},
		"contentChanges": []any{map[string]any{"text": text}},
	}})
}

// fix returns the text after the only quick fix of a diagnostic.
func (s *server) fix(name, text string, d diagnostic) string {
	s.Helper()
	var actions []json.RawMessage
	answer := s.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": uri(filepath.Join(s.dir, filepath.FromSlash(name)))},
		"range":        map[string]any{"start": place(d.Range.Start), "end": place(d.Range.End)},
		"context":      map[string]any{"diagnostics": []any{d.raw}, "only": []string{"quickfix"}},
	})
	if err := json.Unmarshal(answer, &actions); err != nil || len(actions) != 1 {
		s.Fatalf("%v: quick fixes: %s", err, answer)
	}
	var a action
	if err := json.Unmarshal(actions[0], &a); err != nil {
		s.Fatal(err)
	}
	if a.Edit == nil {
		if err := json.Unmarshal(s.call("codeAction/resolve", actions[0]), &a); err != nil || a.Edit == nil {
			s.Fatalf("%v: %s resolves to nothing", err, actions[0])
		}
	}
	if len(a.Edit.DocumentChanges) != 1 {
		s.Fatalf("%s: edits of other files: %+v", a.Title, a.Edit)
	}
	edits := a.Edit.DocumentChanges[0].Edits
	slices.SortStableFunc(edits, func(a, b textEdit) int { return offset(text, b.Range.Start) - offset(text, a.Range.Start) })
	for _, e := range edits { // from the end, so that places stay where they are
		text = text[:offset(text, e.Range.Start)] + e.NewText + text[offset(text, e.Range.End):]
	}
	return text
}

func place(p position) map[string]any {
	return map[string]any{"line": p.Line, "character": p.Character}
}

// offset is where a position is in a text without characters of more than a byte.
func offset(text string, p position) int {
	at := 0
	for range p.Line {
		at += strings.IndexByte(text[at:], '\n') + 1
	}
	return at + p.Character
}
