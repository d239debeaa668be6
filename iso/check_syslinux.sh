#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that the parts of SYSLINUX on a floppy have only instructions of a plain Pentium:
# check_syslinux.sh P5GATE
# ldlinux.c32 is an ELF file without symbols; it divides when it prints, and ends with UD2 after a
# fatal error. memdisk is 16-bit setup, 32-bit code and 16-bit drivers. The unpacker in ldlinux.sys
# is checked, but not the packed core: tests/boot shows in Bochs that it runs on a Pentium.
# shellcheck source=media.sh
. "$(dirname "$0")/media.sh"
usage P5GATE 1 1
gate=$1
sector=512

# Prints the number of bytes before the text PATTERN in FILE.
before() { # PATTERN FILE
    at=$(grep -abo -m 1 -e "$1" "$2" | head -n 1 | cut -d : -f 1)
    [ -n "$at" ] || { echo "check_syslinux.sh: $2 does not contain '$1'" >&2; exit 1; }
    echo "$at"
}

raw() { # BITS FILE; an FDIV is data that is decoded as code
    "$gate" --raw "$1" --allow-fdiv raw "$2" || failed=1
}

failed=0
image=$work/floppy
quietly mformat -C -f 1440 -i "$image" ::
quietly syslinux --install "$image"
quietly mcopy -n -i "$image" ::ldlinux.sys "$work/ldlinux.sys"
packed=$(before 'press a key to continue' "$work/ldlinux.sys") # the last text before the core
head -c $sector "$image" >"$work/ldlinux.boot"
head -c "$packed" "$work/ldlinux.sys" >"$work/ldlinux.unpacker"

# Linux/x86 boot protocol: byte 1F1h is the number of setup sectors, without the first.
setup=$((($(od -An -tu1 -j 497 -N 1 "$syslinux/memdisk") + 1) * sector))
head -c $setup "$syslinux/memdisk" >"$work/memdisk.setup"
tail -c +$((setup + 1)) "$syslinux/memdisk" >"$work/memdisk"
drivers=$(before INT13SFMEMDISK "$work/memdisk")
head -c "$drivers" "$work/memdisk" >"$work/memdisk.code"
tail -c +$((drivers + 1)) "$work/memdisk" >"$work/memdisk.drivers"

"$gate" --allow-fdiv '*' --allow-ud2 '*' "$syslinux/modules/bios/ldlinux.c32" || failed=1
for part in ldlinux.boot ldlinux.unpacker memdisk.setup memdisk.drivers; do
    raw 16 "$work/$part"
done
raw 32 "$work/memdisk.code"
exit $failed
