#!/usr/bin/env bash
# Runs reslint over the modules of bench/modules.txt and more; see bench/breadth.
#
# usage: bench/breadth.sh OUT [SUBJECT...]          what each module came to, into OUT
#        bench/breadth.sh OUT -sample N [-seed S]   some of the findings in OUT
#        bench/breadth.sh OUT -docs docs            the table and the plot
#
# WORK is the directory for copies (default: a temporary one), REPOS one with checkouts, KEEP one for the Go files of
# modules with findings, LIST another list. A SUBJECT is a line as in the list, or with a directory instead of the
# module: bench/breadth.sh OUT "$(go env GOROOT)/src stdlib in-place name=std".
set -euo pipefail

if [ $# -lt 1 ]; then
	sed -n '2,/^set/p' "$0" | sed '$d; s/^# \{0,1\}//'
	exit 2
fi
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=$1
shift
bin=$(mktemp -d)
trap 'chmod -R u+w "$bin"; rm -rf "$bin"' EXIT
(cd "$root" && go build -buildvcs=false -o "$bin" ./cmd/reslint ./bench/loadonly ./bench/breadth)
case ${1:-} in
-*) "$bin/breadth" -out "$out" "$@" ;;
*) "$bin/breadth" -out "$out" -list "${LIST:-$root/bench/modules.txt}" -work "${WORK:-$bin/work}" -repos "${REPOS:-}" \
	-keep "${KEEP:-}" "$bin/reslint" "$bin/loadonly" "$@" ;;
esac
