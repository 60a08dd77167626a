# What CI runs: "make check" and "make test", and "make hosts" where it has the time. "make bench" measures; see bench/run.sh.

SHELL := /bin/bash
GO    ?= go

.PHONY: all build check test hosts bench fmt vet tidy generate lint clean

all: check test

build:
	$(GO) build -buildvcs=false -o bin/reslint ./cmd/reslint

check: fmt vet tidy generate lint

fmt:
	@out=$$(git ls-files -co --exclude-standard '*.go' | grep -Ev '(^|/)testdata/' | xargs gofmt -l); \
	if [ -n "$$out" ]; then echo "not formatted with gofmt:"; echo "$$out"; exit 1; fi

vet:
	$(GO) vet ./...

tidy:
	$(GO) mod tidy -diff

# The sum of everything before and after tells whether generating changed anything, committed or not.
generate:
	@state() { git diff HEAD; git ls-files -o --exclude-standard -z | xargs -0r cksum; }; \
	before=$$(state | cksum); \
	$(GO) generate ./... || exit 1; \
	if [ "$$before" != "$$(state | cksum)" ]; then echo "go generate changed files: commit them"; git status --short; exit 1; fi

# reslint on reslint
lint: build
	bin/reslint ./...

# What measures time says nothing with the race detector and is run without it. The fixtures are a module of their own;
# only packages in it that have tests are tests.
test:
	$(GO) test -race -timeout 30m ./...
	$(GO) test -timeout 30m ./internal/hostile
	@if [ -f testdata/go.mod ]; then \
		cd testdata && \
		packages=$$($(GO) list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./...) && \
		if [ -n "$$packages" ]; then echo "$$packages" | xargs $(GO) test -race -timeout 30m; fi; \
	fi
	cd runtime/compare && $(GO) test ./...

# The hosts that bring large dependencies: minutes of building, so "make test" leaves them out, and has only a part of the
# fixtures go through the command and go vet. Here all of them go through all hosts.
hosts:
	@for mod in hosts/*/go.mod; do dir=$$(dirname "$$mod"); (cd "$$dir" && echo "$$dir" && $(GO) vet ./... && $(GO) test -timeout 30m ./...) || exit 1; done
	$(GO) test -timeout 30m ./hosts/corpus -full

# make bench DIRS="path/to/module path/to/other"
bench:
	bench/run.sh $(DIRS)

clean:
	rm -rf bin
