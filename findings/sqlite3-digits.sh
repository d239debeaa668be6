#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# sqlite3 3.40.1 of Debian 12 (sqlite3 3.40.1-2+deb12u2), its command-line program.
# Expected: a double is printed with the same digits in each output mode.
# Seen: list, CSV and table modes print 15 digits, which do not read back as the same double; JSON
# mode prints 19. A mean read with `sqlite3 -csv` may be off in its last bits.
#
# Needs apt with Debian 12's sources and dpkg-deb. Exit status 0: as seen; 1: changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -q download sqlite3=3.40.1-2+deb12u2 libsqlite3-0=3.40.1-2+deb12u2 >download.log 2>&1
for package in *.deb; do dpkg-deb -x "$package" unpacked; done

value() {
    LD_LIBRARY_PATH=unpacked/usr/lib/x86_64-linux-gnu unpacked/usr/bin/sqlite3 "$1" :memory: \
        "select 0.1 + 0.2 as mean"
}
list=$(value -list) csv=$(value -csv) json=$(value -json)
echo "0.1 + 0.2 is $list (list), $csv (csv), $json (json)"
[ "$list $csv $json" = '0.3 0.3 [{"mean":0.3000000000000000444}]' ]
