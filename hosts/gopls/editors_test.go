package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// probe prints what Neovim shows for the first buffer once there is something, as a line of JSON.
const probe = `
vim.wait(240000, function() return #vim.diagnostic.get(1) > 0 end, 100)
local all = {}
for _, d in ipairs(vim.diagnostic.get(1)) do
  table.insert(all, { d.source, d.code, d.lnum + 1, d.severity })
end
io.stdout:write("found " .. vim.json.encode(all) .. "\n")
vim.cmd("qall!")
`

// Neovim with the settings of the manual shows the findings, but those of the analyzer that they may switch off.
func TestNeovim(t *testing.T) {
	if out, err := exec.Command("nvim", "--headless", "--clean", "-c", "lua io.stdout:write(vim.lsp.config and 'new' or 'old')", "-c", "qall").Output(); err != nil || string(out) != "new" {
		t.Skip("no Neovim 0.11 or newer")
	}
	program(t)
	printed, all := snippet(t, "lua", "--")
	const rest = `["reslimits","no-timeout",20,2] ["reslimits","shared-default-transport",20,2]`
	if got, want := neovim(t, printed), `["resisoclient","shared-client",18,2] `+rest; got != want {
		t.Errorf("got %q, want %s", got, want)
	}
	if got := neovim(t, all); got != rest {
		t.Errorf("with an analyzer off: got %q, want %s", got, rest)
	}
}

// neovim is what Neovim shows of reslint with a configuration, in order.
func neovim(t *testing.T, config string) string {
	t.Helper()
	dir := module(t, sample+"-- init.lua --\n"+config+"-- probe.lua --\n"+probe)
	cmd := exec.Command("nvim", "--headless", "-n", "-i", "NONE", "-u", "init.lua", "-c", "luafile probe.lua", "app/app.go")
	cmd.Dir, cmd.Env = dir, append(environment(), "XDG_STATE_HOME="+t.TempDir(), "XDG_DATA_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
	out, err := cmd.CombinedOutput()
	_, found, _ := strings.Cut(string(out), "found ")
	var all [][]any
	if err != nil || json.Unmarshal([]byte(found), &all) != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var got []string
	for _, d := range all {
		text, _ := json.Marshal(d)
		if strings.Contains(string(text), `"res`) {
			got = append(got, string(text))
		}
	}
	slices.Sort(got)
	return strings.Join(got, " ")
}

// Helix takes the settings of the manual for its Go server: they name the program and hold the settings of gopls.
func TestHelix(t *testing.T) {
	var languages struct {
		Servers map[string]struct {
			Command string
			Config  struct{ Analyses map[string]bool }
		} `toml:"language-server"`
	}
	text, all := snippet(t, "toml", "#")
	meta, err := toml.Decode(all, &languages)
	gopls := languages.Servers["gopls"]
	if err != nil || len(meta.Undecoded()) > 0 || gopls.Command != filepath.Base(program(t)) || len(gopls.Config.Analyses) != 1 {
		t.Fatalf("%v: %+v %v", err, languages, meta.Undecoded())
	}
	if _, err := exec.LookPath("hx"); err != nil {
		t.Skip("Helix is not installed")
	}
	dir := t.TempDir()
	write(t, dir, "-- helix/languages.toml --\n"+text)
	cmd := exec.Command("hx", "--health", "go")
	cmd.Env = append(environment(), "XDG_CONFIG_HOME="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), program(t)) {
		t.Errorf("%v\n%s", err, out)
	}
}

// watch prints what Emacs shows for a Go file once there is something, a line each.
const watch = `
(require 'go-mode)
(require 'eglot)
(setq eglot-sync-connect 240 eglot-connect-timeout 240)
(find-file "app/app.go")
(go-mode)
(call-interactively #'eglot)
(let ((end (+ (float-time) 240)))
  (while (and (null (flymake-diagnostics)) (< (float-time) end))
    (accept-process-output nil 0.2)
    (flymake-start)))
(dolist (d (flymake-diagnostics))
  (princ (format "%d %s %s\n" (line-number-at-pos (flymake-diagnostic-beg d)) (flymake-diagnostic-type d) (flymake-diagnostic-text d))))
`

// Emacs with the settings of the manual shows the findings, but those of the analyzer that they may switch off.
func TestEmacs(t *testing.T) {
	if err := exec.Command("emacs", "--batch", "--eval", "(progn (require 'eglot) (require 'go-mode))").Run(); err != nil {
		t.Skip("no Emacs with eglot and go-mode")
	}
	program(t)
	printed, all := snippet(t, "elisp", ";;")
	for config, want := range map[string]bool{printed: true, all: false} {
		out := emacs(t, config)
		for _, check := range []string{"no-timeout", "shared-default-transport"} {
			if !strings.Contains(out, "20 eglot-warning reslimits ["+check+"]: ") {
				t.Errorf("no %s:\n%s", check, out)
			}
		}
		if strings.Contains(out, "resisoclient [shared-client]: ") != want {
			t.Errorf("with\n%sshared-client: want %t:\n%s", config, want, out)
		}
	}
}

// emacs is what Emacs shows with a configuration.
func emacs(t *testing.T, config string) string {
	t.Helper()
	dir := module(t, sample+"-- init.el --\n"+config+"-- watch.el --\n"+watch)
	cmd := exec.Command("emacs", "--batch", "-l", "init.el", "-l", "watch.el")
	cmd.Dir, cmd.Env = dir, environment()
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}
