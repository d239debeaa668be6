#!/bin/sh
# SPDX-License-Identifier: MIT
# new_bench.sh GROUP/NAME [c|asm|hosted]: writes a template of a benchmark, which builds, runs and
# passes.
set -eu

name=$1 language=${2:-c}

refuse() {
    echo "make new-bench: $1" >&2
    exit 1
}

case $name in
'') refuse "NAME= is missing, as in make new-bench NAME=apps/crc32" ;;
*[!a-z0-9_/]* | */*/* | /* | */)
    refuse "NAME=$name: a name is group/name, of lower-case letters, digits and _" ;;
*/*) ;;
*) refuse "NAME=$name: the group is missing, as in NAME=apps/$name" ;;
esac
case $language in
c | asm | hosted) ;;
*) refuse "LANGUAGE=$language: expected c, asm, or hosted for a program with a main()" ;;
esac
for taken in "bench/$name" "bench/$name.c" "bench/$name.asm" "bench/$name.s"; do
    [ ! -e "$taken" ] || refuse "$taken already exists; choose another name"
done

write() {
    mkdir -p "${2%/*}"
    sed "s|GROUP/NAME|$name|; s|PROGRAM|${name#*/}|; s|new_bench|${name#*/}|g" \
        "tools/new_bench$1" >"$2"
}

if [ "$language" = hosted ]; then
    written=bench/$name/
    write _hosted.c "bench/$name/hosted.c"
    write _main.c "bench/$name/main.c"
else
    written=bench/$name.$language
    write ".$language" "$written"
fi
echo "wrote $written; to measure it: make run COMMAND=$name"
