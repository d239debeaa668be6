#!/bin/sh
# SPDX-License-Identifier: MIT
# Holds what a floppy has of SYSLINUX to what a plain Pentium executes: check_syslinux.sh P5GATE
# ldlinux.c32 is an ELF file without symbols; it divides where it prints, and UD2 ends it where it
# cannot go on. memdisk is 16-bit setup, 32-bit code and 16-bit drivers. Of ldlinux.sys what unpacks
# the core is seen, and not the packed core: that it runs on a Pentium tests/boot shows, in Bochs.
# shellcheck source=media.sh
. "$(dirname "$0")/media.sh"
usage P5GATE 1 1
gate=$1
sector=512

# The bytes before the text PATTERN in FILE.
before() { # PATTERN FILE
    at=$(grep -abo -m 1 -e "$1" "$2" | head -n 1 | cut -d : -f 1)
    [ -n "$at" ] || { echo "check_syslinux.sh: $2 does not contain '$1'" >&2; exit 1; }
    echo "$at"
}

raw() { # BITS FILE; FDIV would be data, which is read as code too
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

# Linux/x86 boot protocol: the sectors of setup at 1F1h, without the first.
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
