#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# gcc 12.2.0 of Debian 12 (lib32gcc-12-dev 12.2.0-14+deb12u1), its library for -m32.
# Expected: with -march=pentium a linked program has only instructions of a Pentium, since gcc's own
# code for it has none of a later processor.
# Seen: the library that gcc links is compiled for an i686. __mulxc3, which multiplies complex long
# doubles, begins with ENDBR32 and compares by FUCOMI; a Pentium has neither.
#
# Needs apt with Debian 12's sources, dpkg-deb, gcc and objdump. Exit status 0: as seen; 1: changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -q download lib32gcc-12-dev=12.2.0-14+deb12u1 >download.log 2>&1
dpkg-deb -x lib32gcc-12-dev_*.deb unpacked

cat >product.c <<'C'
long double _Complex product(long double _Complex a, long double _Complex b)
{
    return a * b;
}
C
gcc -m32 -march=pentium -O2 -fno-pic -fcf-protection=none -c product.c
later='endbr32|cmov|fcomi|fucomi'
own=$(objdump -d product.o | grep -cE "$later" || true)
library=$(objdump -d --disassemble=__mulxc3 unpacked/usr/lib/gcc/x86_64-linux-gnu/12/32/libgcc.a |
    grep -oE "$later" | sort | uniq -c | tr -s '\n ' ' ')
echo "gcc's code with -march=pentium: $own later instructions; __mulxc3:$library"
[ "$own" = 0 ] && [[ $library == *endbr32* && $library == *ucomi* ]]
