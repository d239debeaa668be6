#!/bin/sh
# SPDX-License-Identifier: MIT
# bench_list.sh [REFUSED]: prints the benchmarks below bench/, files and directories, on one line each.
# The others, which cannot be benchmarks, are written to the file REFUSED, with the reason and the
# remedy. REFUSED is written only if that changes it.
set -eu

refused=${1:-}

# Types and paths; type F is a directory's flags, which come first, and E a path that find rejects.
list() {
    LC_ALL=C find -L bench -name '.*' -prune -o -path '*/flags' -type f -printf 'F\t%p\n' -o -printf '%y\t%p\n' 2>&1 |
        sed "s/^find: File system loop detected.*//; s/^find: '\(.*\)': \(.*\)/E\t\1\t\2/; /^$/d" | LC_ALL=C sort
}
[ -n "$refused" ] || {
    list | awk -f tools/bench_list.awk
    exit
}
list | awk -v refused="$refused.new" -f tools/bench_list.awk
if cmp -s "$refused.new" "$refused"; then
    rm "$refused.new"
else
    mv "$refused.new" "$refused"
fi
