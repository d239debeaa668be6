#!/bin/sh
# SPDX-License-Identifier: MIT
# link_folder.sh OBJECT FOLDER PART...: links the objects of a directory into one, the benchmark's. If a part
# was left out, the benchmark is, with the same reason.
set -eu

object=$1 folder=$2
shift 2
for part in "$@"; do
    [ -e "$part.left_out" ] || continue
    IFS=$(printf '\t') read -r place reason <"$part.left_out"
    tools/leave_out.sh "$object" "$place" "$reason"
    echo "$folder" >"$object.source"
    exit
done
status=0
ld -m elf_i386 -z noexecstack -r -o "$object" "$@" 2>"$object.errors" || status=$?
tools/bench_built.sh $status "$object" "$folder"
