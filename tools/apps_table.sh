#!/bin/sh
# SPDX-License-Identifier: MIT
# Measures bench/apps in the virtual Pentium and puts the report of variants into its README.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}
readme=bench/apps/README.md
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

"$build/bareprobe" run -b 'apps/*' -r 2 --report none --no-store -o "$work/log" >&2
"$build/bareprobe" show "$work/log" --report=variants | sed 's/   build .*//' >"$work/table"

# The table is the first block there.
awk -v table="$work/table" '
    /^```/ { fences++ }
    fences != 1 { print; next }
    /^```/ { print; while ((getline line < table) > 0) print line }' "$readme" >"$work/readme"
cat "$work/readme" >"$readme"
