#!/bin/sh
# SPDX-License-Identifier: MIT
# left_out.sh BUILD [benchmarks|programs]: names the benchmarks that the kernel image lacks and the programs
# that were not built, a line each, with the reason and the remedy. Exit status 1 if there are any.
set -eu

build=$1 what=${2:-all}
status=0
[ "$what" = programs ] || "$build/benchcheck" --left-out "$build/bareprobe.elf" >&2 || status=1
[ "$what" = benchmarks ] || for mark in "$build/programs.refused" "$build"/programs/*.left_out; do
    [ -s "$mark" ] || continue
    cat "$mark" >&2
    status=1
done
exit $status
