#!/bin/sh
# SPDX-License-Identifier: MIT
# bench_list.sh [REFUSED]: prints the benchmarks below bench/, files and directories, on one line each.
# The others, which cannot be benchmarks, are written to the file REFUSED, with the reason and the
# remedy. REFUSED is written only if that changes it.
set -eu

refused=${1:-}
[ -n "$refused" ] || {
    find -L bench -name '.*' -prune -o -printf '%y\t%p\n' |
        LC_ALL=C sort | awk -f tools/bench_list.awk
    exit
}
find -L bench -name '.*' -prune -o -printf '%y\t%p\n' |
    LC_ALL=C sort | awk -v refused="$refused.new" -f tools/bench_list.awk
if cmp -s "$refused.new" "$refused"; then
    rm "$refused.new"
else
    mv "$refused.new" "$refused"
fi
