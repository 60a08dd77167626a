package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/report"
	"github.com/reslint/reslint/internal/rule"
)

// newFrom takes the findings out of the report that the revision had already. It checks the revision as well and
// compares fingerprints, not lines: a change in one package may bring a finding in another.
func (a app) newFrom(ctx context.Context, f *checkFlags, cfg *config.Config, dir string, patterns []string, rep *report.Report) error {
	repo, err := a.repositoryOf(ctx, dir)
	if err != nil {
		return fmt.Errorf("-new-from %s: %w", f.newFrom, err)
	}
	temp, err := os.MkdirTemp("", "reslint-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if temp, err = filepath.EvalSymlinks(temp); err != nil {
		return err
	}
	if err := repo.extract(ctx, f.newFrom, temp); err != nil {
		return fmt.Errorf("-new-from %s: %w", f.newFrom, err)
	}
	tree := filepath.Join(temp, "tree")
	then := filepath.Join(tree, repo.prefix)
	if info, err := os.Stat(then); err != nil || !info.IsDir() {
		fmt.Fprintf(a.Stderr, "reslint: at %s: there was no %s: everything is new\n", f.newFrom, repo.prefix)
		return nil
	}
	before := a
	before.Env = repo.movedEnv(a.Env, tree)
	res, err := before.analyze(ctx, f, cfg, then, patterns)
	if err != nil {
		return fmt.Errorf("at %s: %s", f.newFrom, strings.ReplaceAll(err.Error(), then, dir))
	}
	for _, p := range res.Problems {
		fmt.Fprintf(a.Stderr, "reslint: at %s: %s\n", f.newFrom, p)
	}
	had := make(map[string]bool)
	for _, finding := range report.New(rep.Version, then, res.Fset, res.Seen, res.Findings).Findings {
		had[finding.Fingerprint] = true
	}
	if n := rep.Hide(had); n > 0 {
		fmt.Fprintf(a.Stderr, "reslint: %s had %s of these already\n", rule.Sanitize(f.newFrom), amount(n, "finding"))
	}
	return nil
}

// A repo is the git repository that is checked. Nothing in it is changed, neither files nor index nor references.
type repo struct {
	app
	dir, top string // working directory, and root of the working tree
	prefix   string // of dir in the tree
}

func (a app) repositoryOf(ctx context.Context, dir string) (*repo, error) {
	r := &repo{app: a, dir: dir}
	out, err := r.git(ctx, nil, "rev-parse", "--show-toplevel", "--show-prefix")
	if err != nil {
		return nil, err
	}
	top, prefix, _ := strings.Cut(out, "\n")
	r.top, r.prefix = filepath.FromSlash(top), filepath.FromSlash(strings.TrimSpace(prefix))
	return r, nil
}

// extract writes the files of a revision to the directory "tree" in temp, by way of an index of their own.
func (r *repo) extract(ctx context.Context, revision, temp string) error {
	commit, err := r.git(ctx, nil, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return errors.New("no such revision here: where history is cut short, fetch it (fetch-depth: 0)")
	}
	index := []string{"GIT_INDEX_FILE=" + filepath.Join(temp, "index")}
	if _, err := r.git(ctx, index, "-C", r.top, "read-tree", strings.TrimSpace(commit)); err != nil {
		return err
	}
	_, err = r.git(ctx, index, "-C", r.top, "checkout-index", "--all", "--quiet", "--prefix="+filepath.ToSlash(temp)+"/tree/")
	if err == nil {
		err = os.MkdirAll(filepath.Join(temp, "tree"), 0o777) // there is none where the revision has no file
	}
	return err
}

// git runs git and returns what it prints. Variables that git sets for its hooks are left out: they name the index and
// the directories of the command that is running.
func (r *repo) git(ctx context.Context, env []string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = r.dir
	cmd.Env = slices.DeleteFunc(slices.Clone(r.Env), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		return slices.Contains([]string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"}, name)
	})
	cmd.Env = append(cmd.Env, env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if text := strings.TrimSpace(stderr.String()); text != "" {
			return "", errors.New(strings.Join(strings.Fields(text), " "))
		}
		return "", fmt.Errorf("git: %w", err)
	}
	return string(out), nil
}

// moved names what is in the working tree in another tree.
func (r *repo) moved(path, tree string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(r.top, real); err == nil && filepath.IsLocal(rel) {
		return filepath.Join(tree, rel)
	}
	return path
}

// movedEnv is the environment with the workspace file of the other tree.
func (r *repo) movedEnv(env []string, tree string) []string {
	out := slices.Clone(env)
	for i, kv := range out {
		if file, ok := strings.CutPrefix(kv, "GOWORK="); ok && filepath.IsAbs(file) {
			out[i] = "GOWORK=" + r.moved(file, tree)
		}
	}
	return out
}
