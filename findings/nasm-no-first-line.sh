#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# nasm 2.16.01 of Debian 12 (nasm 2.16.01-1), its debug information (-g -F dwarf -f elf32).
# Expected: the line table has a row for each instruction, as GNU as writes it.
# Seen: an instruction in line 1 has no row, so readers find no line for its address; from line 2
# on rows are complete.
#
# Needs apt with Debian 12's sources, dpkg-deb and readelf. Exit status 0: as seen; 1: changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -q download nasm=2.16.01-1 >download.log 2>&1
dpkg-deb -x nasm_*.deb unpacked

# Prints the addresses that have a line, for a file that begins with $1 empty lines.
rows() {
    { for ((i = 0; i < $1; i++)); do echo; done; printf 'nop\ninc eax\n'; } >code.asm
    unpacked/usr/bin/nasm -g -F dwarf -f elf32 code.asm -o code.o
    readelf --debug-dump=decodedline code.o | awk '$1 == "code.asm" && $2 != "-" { print $2 "@" $3 }' | xargs
}
first=$(rows 0)
second=$(rows 1)
echo "NOP in line 1: $first"
echo "NOP in line 2: $second"
[ "$first" = "2@0x1" ] && [ "$second" = "2@0 3@0x1" ]
