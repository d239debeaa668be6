#!/bin/sh
# SPDX-License-Identifier: MIT
# new_bench.sh GROUP/NAME [c|asm]: writes a benchmark to start from, which builds, runs and passes.
set -eu

name=$1 language=${2:-c}

refuse() {
    echo "make new-bench: $1" >&2
    exit 1
}

case $name in
'') refuse "NAME= is missing, as in make new-bench NAME=apps/crc32" ;;
*[!a-z0-9_/]* | */*/* | /* | */)
    refuse "NAME=$name: a name is group/name, of small letters, digits and _" ;;
*/*) ;;
*) refuse "NAME=$name: a group is missing, as in NAME=apps/$name" ;;
esac
case $language in
c | asm) ;;
*) refuse "LANGUAGE=$language: c or asm" ;;
esac
for taken in "bench/$name" "bench/$name.c" "bench/$name.asm" "bench/$name.s"; do
    [ ! -e "$taken" ] || refuse "$taken is there already; choose another name"
done

mkdir -p "bench/${name%/*}"
sed "s|GROUP/NAME|$name|" "tools/new_bench.$language" >"bench/$name.$language"
echo "bench/$name.$language is written. Measure it: make run COMMAND=$name"
