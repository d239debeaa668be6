#!/bin/sh
# SPDX-License-Identifier: MIT
# left_out.sh BUILD: names the benchmarks that the kernel image lacks and the programs that were not built, a
# line each, with the reason and the remedy. Exit status 1 if there are any.
set -eu

build=$1
status=0
"$build/benchcheck" --left-out "$build/bareprobe.elf" >&2 || status=1
for mark in "$build"/programs/*.left_out; do
    [ -e "$mark" ] || continue
    cat "$mark" >&2
    status=1
done
exit $status
