#!/bin/sh
# SPDX-License-Identifier: MIT
# left_out.sh BUILD [PATTERN]...: names the benchmarks that the last build left out because they did
# not compile or link. Exit status 1 if a pattern, as in `make run COMMAND=`, selects one.
set -eu

build=$1
shift
asked=0
for mark in $(find "$build/kernel/bench" -name '*.left_out' 2>/dev/null | sort); do
    name=${mark#"$build"/kernel/bench/}
    name=${name%.o.left_out}
    case $name in
    */*/*) continue ;; # a part of a folder
    esac
    [ -e "bench/$name" ] || ls "bench/$name".* >/dev/null 2>&1 || continue
    echo "bench/$name is left out: it did not compile or link (see the message above)" >&2
    for patterns in "$@"; do
        IFS=,
        for pattern in $patterns; do
            # shellcheck disable=SC2254
            case $name in
            ${pattern%%:*}) asked=1 ;;
            esac
        done
        unset IFS
    done
done
exit $asked
