#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# GNU datamash 1.7 of Debian 12 (datamash 1.7-2).
# Expected: the sum of whole numbers below 2^63, which is exact, is printed in full.
# Seen: results have at most 14 significant digits, so a sum of clocks from 10^14 on is rounded and
# has an exponent. --format %.0f prints all digits.
#
# Needs apt with Debian 12's sources and dpkg-deb. Exit status 0: as seen; 1: changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -q download datamash=1.7-2 >download.log 2>&1
dpkg-deb -x datamash_*.deb unpacked

sum=$(echo 1234567890123456 | unpacked/usr/bin/datamash sum 1)
whole=$(echo 1234567890123456 | unpacked/usr/bin/datamash --format %.0f sum 1)
echo "sum of 1234567890123456: $sum; with --format %.0f: $whole"
[ "$sum $whole" = "1.2345678901235e+15 1234567890123456" ]
