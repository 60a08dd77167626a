// Command gopls-reslint is gopls with reslint built in. Nothing but module sources is needed to build it.
//
// Its module has a path below that of gopls, because gopls has nothing but internal packages.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"reflect"
	"runtime/debug"
	"unsafe"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/gopls/internal/cmd"
	"golang.org/x/tools/gopls/internal/filecache"
	"golang.org/x/tools/gopls/internal/settings"
	"golang.org/x/tools/gopls/internal/tool"
	versions "golang.org/x/tools/gopls/internal/version"

	"github.com/reslint/reslint/plugin/gopls"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("gopls-reslint: ")
	if err := extend(); err != nil {
		log.Fatal(err)
	}
	versions.VersionOverride = version() + "+reslint"
	// As in the main function of gopls: a cache that cannot be written ends the program now and not later. Telemetry is
	// left out: a crash here is nobody's business there.
	if _, err := filecache.Get("nonesuch", [32]byte{}, filecache.Bytes); err != nil && !errors.Is(err, filecache.ErrNotFound) {
		log.Fatalf("the cache of gopls: %v", err)
	}
	tool.Main(context.Background(), cmd.New(), os.Args[1:])
}

// extend adds the passes of reslint to those that gopls runs.
func extend() error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	passes, err := gopls.Analyzers(dir)
	if err != nil {
		return err
	}
	for _, a := range passes {
		with, err := wrap(a)
		if err != nil {
			return err
		}
		settings.AllAnalyzers = append(settings.AllAnalyzers, with)
	}
	return nil
}

// wrap makes of a pass what gopls keeps in its list: enabled, its findings warnings. gopls has no function for that and
// the fields are its own. The list of go vet, which gopls copies, is no way in: it is copied while packages are
// initialized, and those of the passes may come later.
func wrap(a *analysis.Analyzer) (*settings.Analyzer, error) {
	with := new(settings.Analyzer)
	field := reflect.ValueOf(with).Elem().FieldByName("analyzer")
	if !field.IsValid() || field.Type() != reflect.TypeFor[*analysis.Analyzer]() {
		return nil, fmt.Errorf("gopls %s keeps analyzers in another way", version())
	}
	*(**analysis.Analyzer)(unsafe.Pointer(field.UnsafeAddr())) = a
	return with, nil
}

// version is that of gopls.
func version() string {
	if build, ok := debug.ReadBuildInfo(); ok {
		for _, m := range build.Deps {
			if m.Path == "golang.org/x/tools/gopls" {
				return m.Version
			}
		}
	}
	return "(devel)"
}
