#!/usr/bin/env bash
# User CPU seconds of each host on one module, with nothing kept from before ("cold") and again ("warm"), and how many
# findings it shows. The build cache is warm in both: compiling is not reslint's. Time on the clock says little on a
# machine that does other things as well.
#
#   bench/hosts.sh path/to/module
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
module=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export GOFLAGS=-buildvcs=false GOWORK=off

# Another link identifier makes another tool for the go command, of which it has kept nothing.
nonce=$(date +%s%N)
(cd "$root" && go build -ldflags="-buildid=$nonce" -o "$work/reslint" ./cmd/reslint)
(cd "$root/hosts/golangci-lint" && go build -o "$work/golangci-lint" .)
if [ -f "$root/hosts/gopls/go.mod" ]; then
	(cd "$root/hosts/gopls" && go build -o "$work/gopls" .)
fi
cd "$module"
go vet ./... >/dev/null 2>&1 || true

# used NAME COMMAND... runs a command and prints its user time, that of the processes it starts included.
used() {
	local out=$work/$1.out err=$work/$1.err
	shift
	local TIMEFORMAT=%U
	{ time "$@" >"$out" 2>"$err" || true; } 2>&1
}

# row TITLE NAME PATTERN COMMAND... prints a row; lines that match the pattern are findings.
row() {
	local title=$1 name=$2 pattern=$3
	shift 3
	local cold warm found
	cold=$(used "$name" "$@")
	warm=$(used "$name" "$@")
	found=$(cat "$work/$name.out" "$work/$name.err" | grep -cE "$pattern" || true)
	printf '| %s | %s | %s | %s |\n' "$title" "$cold" "$warm" "$found"
}

lint() { # CONFIG
	GOLANGCI_LINT_CACHE=$work/cache-$(basename "$1") TMPDIR=$work "$work/golangci-lint" run --config "$1" --show-stats=false ./...
}

editor() {
	go list -f '{{$dir := .Dir}}{{range .GoFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}' ./... | GOPLSCACHE=$work/cache-gopls xargs "$work/gopls" check -severity=hint
}

cat >"$work/reslint.yml" <<'END'
version: "2"
linters:
  default: none
  enable: [reslint]
  settings: {custom: {reslint: {type: module}}}
issues: {max-same-issues: 0, max-issues-per-linter: 0, uniq-by-line: false}
END
cat >"$work/stock.yml" <<'END'
version: "2"
linters: {default: none, enable: [noctx, bodyclose, gosec]}
issues: {max-same-issues: 0, max-issues-per-linter: 0, uniq-by-line: false}
END

echo '| host | cold, user s | warm, user s | findings |'
echo '|---|---|---|---|'
# A finding is a line with a place. What reslint finds ends in its rule.
place='^[^ 	]+\.go:[0-9]+(:[0-9]+)?: '
row 'reslint' command "$place.*R-[A-Z-]+.*\)$" "$work/reslint" ./...
row 'go vet -vettool=reslint' vet "$place.*R-[A-Z-]+.*\)$" go vet -vettool="$work/reslint" ./...
row 'go vet, stock' stockvet "$place" go vet "-printf.funcs=x$nonce" ./...
row 'golangci-lint with reslint only' lint "$place.*\(reslint\)$" lint "$work/reslint.yml"
row 'golangci-lint with noctx, bodyclose, gosec' stock "$place.*\((noctx|bodyclose|gosec)\)$" lint "$work/stock.yml"
if GOBIN=$work go install honnef.co/go/tools/cmd/staticcheck@v0.8.2 2>/dev/null; then
	STATICCHECK_CACHE=$work/cache-staticcheck row 'staticcheck 0.8.2' staticcheck "$place" "$work/staticcheck" ./...
fi
if [ -f "$work/gopls" ]; then
	row 'gopls check, reslint and its own analyzers' editor '^[^ 	]+\.go:[0-9:-]+: .*R-[A-Z-]+.*\)$' editor
fi
