package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/report"
	"github.com/reslint/reslint/internal/survey"
)

// initialize is reslint init.
func (a app) initialize(fs *flag.FlagSet) runner {
	var dir string
	fs.StringVar(&dir, "C", "", "write the file for the module around `DIR`")
	return func(_ context.Context, args []string) error {
		if len(args) > 0 {
			return usagef("init takes no arguments")
		}
		return a.writeConfig(a.within(dir))
	}
}

func (a app) writeConfig(dir string) error {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return fmt.Errorf("%s is no directory", dir)
	}
	gowork := a.getenv("GOWORK")
	there, err := config.Find(dir, gowork)
	switch {
	case err != nil:
		return relativeTo(dir, err)
	case there != "":
		return fmt.Errorf("%s:1: is there already: nothing written", report.Relative(dir, there))
	}
	root := config.Root(dir, gowork)
	if !exists(root, "go.mod") && !exists(root, "go.work") {
		return fmt.Errorf("%s is in no Go module: nothing written", dir)
	}
	facts := survey.Look(root)
	name := filepath.Join(root, config.FileName)
	if err := create(name, config.Template(facts, a.checks())); err != nil {
		return fmt.Errorf("%s: nothing written: %w", report.Relative(dir, name), err)
	}
	hint := ""
	switch {
	case len(facts.Systems) == 0:
		hint = "; fill in systems or adapter-roots: which packages call which system"
	case len(facts.Settings) == 0:
		hint = "; fill in settings if there are some elsewhere"
	}
	_, err = fmt.Fprintf(a.Stdout, "wrote %s: %s and %s found%s\n", report.Relative(dir, name),
		amount(len(facts.Systems), "system"), amount(len(facts.Settings), "settings file"), hint)
	return err
}

// create writes a file that must not be there.
func create(name string, content []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return bare(err)
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}

func exists(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}

func amount(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
