#!/bin/sh
# SPDX-License-Identifier: MIT
# localize.sh OBJECT: makes all symbols of an object local. GNU objcopy 2.40 leaves COMMON symbols
# global, so that variables of one name in several objects would be one variable; ld allocates them
# first.
set -eu

if nm "$1" 2>/dev/null | grep -q '^[0-9a-f]* C '; then
    ld -m elf_i386 -z noexecstack -r -d -o "$1.allocated" "$1"
    mv "$1.allocated" "$1"
fi
objcopy --keep-global-symbol=none "$1"
