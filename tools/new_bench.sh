#!/bin/sh
# SPDX-License-Identifier: MIT
# new_bench.sh GROUP/NAME [c|asm]: writes a template of a benchmark, which builds, runs and passes.
# new_bench.sh NAME program: writes a template of a program (make/programs.mk).
set -eu

name=$1 language=${2:-c}

refuse() {
    echo "make new-bench: $1" >&2
    exit 1
}

if [ "$language" = program ]; then
    case $name in
    '' | *[!a-z0-9_]*) refuse "NAME=$name: a program's name is of lower-case letters, digits and _" ;;
    esac
    [ ! -e "programs/$name" ] || refuse "programs/$name already exists; choose another name"
    mkdir -p "programs/$name"
    cp tools/new_program.c "programs/$name/$name.c"
    echo "wrote programs/$name/$name.c; to measure it:" \
        "make programs && build/bareprobe run --program build/programs/$name"
    exit 0
fi
case $name in
'') refuse "NAME= is missing, as in make new-bench NAME=apps/crc32" ;;
*[!a-z0-9_/]* | */*/* | /* | */)
    refuse "NAME=$name: a name is group/name, of lower-case letters, digits and _" ;;
*/*) ;;
*) refuse "NAME=$name: the group is missing, as in NAME=apps/$name" ;;
esac
case $language in
c | asm) ;;
*) refuse "LANGUAGE=$language: expected c, asm, or program for a program with a main()" ;;
esac
for taken in "bench/$name" "bench/$name.c" "bench/$name.asm" "bench/$name.s"; do
    [ ! -e "$taken" ] || refuse "$taken already exists; choose another name"
done

write() {
    mkdir -p "${2%/*}"
    sed "s|GROUP/NAME|$name|; s|PROGRAM|${name#*/}|; s|new_bench|${name#*/}|g" \
        "tools/new_bench$1" >"$2"
}

written=bench/$name.$language
write ".$language" "$written"
echo "wrote $written; to measure it: make run COMMAND=$name"
