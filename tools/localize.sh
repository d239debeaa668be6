#!/bin/sh
# SPDX-License-Identifier: MIT
# localize.sh OBJECT: makes all symbols of an object local. GNU objcopy 2.40 leaves COMMON symbols
# global, so that variables of one name in several objects would be one variable; ld allocates them
# first. COMDAT groups and sections .gnu.linkonce.* become ordinary sections: ld would keep only one of
# several objects, and discard what the local symbols of the others refer to.
set -eu

object=$1
if nm "$object" 2>/dev/null | grep -q '^[0-9a-f]* C ' || readelf -gW "$object" 2>/dev/null | grep -q '^COMDAT'; then
    ld -m elf_i386 -z noexecstack -r -d --force-group-allocation -o "$object.allocated" "$object"
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
objcopy --keep-global-symbol=none "$@" "$object"
