#!/usr/bin/env bash
# Measures reslint against a run that loads the same packages and does nothing, side by side.
#
# usage: bench/run.sh [DIR...]      each DIR is a module; this one if none is given
#        RUNS=9 bench/run.sh DIR    nine runs of each instead of five
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
dirs=()
for d in "${@:-$root}"; do
	dirs+=("$(cd "$d" && pwd)")
done

bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
cd "$root"
go build -buildvcs=false -o "$bin" ./cmd/reslint ./bench/loadonly ./bench/compare
"$bin/compare" -n "${RUNS:-5}" "$bin/reslint" "$bin/loadonly" "${dirs[@]}"
