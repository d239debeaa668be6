#!/bin/sh
# SPDX-License-Identifier: MIT
# localize.sh OBJECT: makes all symbols of a benchmark's object local, and moves large static arrays out of
# the image: kernel/measure/bench_memory.h.
# GNU objcopy 2.40 leaves COMMON symbols global, so that variables of one name in several objects would be
# one variable; ld allocates them first. COMDAT groups and sections .gnu.linkonce.* become ordinary
# sections: ld would keep only one of several objects, and discard what the local symbols of the others
# refer to.
set -eu

object=$1
most_in_image=16384 # bytes of .bss; more are static arrays

link() {
    ld -m elf_i386 -z noexecstack -r "$@"
}

if readelf -sgW "$object" 2>/dev/null | grep -Eq ' COM |^COMDAT'; then
    link -d --force-group-allocation -o "$object.allocated" "$object"
    mv "$object.allocated" "$object"
fi
set --
for section in $(objdump -hw "$object" | awk '$2 ~ /^\.gnu\.linkonce\./ { print $2 }'); do
    case $section in
    .gnu.linkonce.r.*) renamed=.rodata.${section#.gnu.linkonce.r.} ;;
    .gnu.linkonce.d.*) renamed=.data.${section#.gnu.linkonce.d.} ;;
    .gnu.linkonce.b.*) renamed=.bss.${section#.gnu.linkonce.b.} ;;
    *) renamed=.text.${section#.gnu.linkonce.?.} ;;
    esac
    set -- "$@" "--rename-section=$section=$renamed"
done
[ $# = 0 ] || objcopy "$@" "$object"

# The section gets the benchmark's name, so that tools/link_image.sh can place it; a row of .static_arrays
# has its bounds.
rm -f "$object.arrays"
bytes=$(size -A -d "$object" | awk '$1 ~ /^\.bss/ { sum += $2 } END { print sum + 0 }')
if [ "$bytes" -gt "$most_in_image" ]; then
    name=${object##*/kernel/bench/}
    name=${name##*/kernel/tests/bench/}
    name=${name%.o}
    section=.arrays.$(echo "$name" | tr / .)
    echo "SECTIONS { $section : { arrays_start = .; *(.bss .bss.*) arrays_end = .; } }" >"$object.ld"
    printf '%s\n' '.section .static_arrays, "a"' '.long 1f, arrays_start, arrays_end' \
        '.section .rodata' "1: .asciz \"$name\"" | as --32 -o "$object.bounds" -
    link -T "$object.ld" -o "$object.moved" "$object" "$object.bounds"
    mv "$object.moved" "$object"
    rm "$object.ld" "$object.bounds"
    echo "$section" >"$object.arrays"
fi
objcopy --keep-global-symbol=none "$object"
