#!/bin/sh
# SPDX-License-Identifier: MIT
# bench_built.sh STATUS OBJECT SOURCE: ends a step that makes the object of a benchmark. Its messages are
# in OBJECT.errors and are printed. If STATUS is a failure, the benchmark is left out.
set -eu

status=$1 object=$2 source=$3
cat "$object.errors" >&2
echo "$source" >"$object.source"
if [ "$status" -eq 0 ]; then
    rm -f "$object.errors" "$object.left_out"
    exit 0
fi
[ "$status" -lt 128 ] || exit "$status" # interrupted
awk -v object="$object" -v source="$source" -v folder="$PWD/" -f tools/build_reasons.awk "$object.errors" |
    { IFS=$(printf '\t') read -r _ place reason && tools/leave_out.sh "$object" "$place" "$reason"; }
rm -f "$object.errors"
