#!/bin/sh
# SPDX-License-Identifier: MIT
# Measures bench/apps in the virtual Pentium and writes the report into the first block of its
# README.
set -eu
cd "$(dirname "$0")/.."
readme=bench/apps/README.md
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

make -s run SUITE=apps >"$work/report"
sed -n '/^Intel Pentium/,$p' "$work/report" | sed 's/   build .*//' >"$work/table"
awk -v table="$work/table" '
    /^```/ { fences++ }
    fences != 1 { print; next }
    /^```/ { print; while ((getline line < table) > 0) print line }' "$readme" >"$work/readme"
cat "$work/readme" >"$readme"
