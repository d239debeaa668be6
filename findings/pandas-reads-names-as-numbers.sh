#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# pandas 1.5.3 of Debian 12 (python3-pandas 1.5.3+dfsg-2).
# Expected: read_json leaves a JSON string a string, since JSON distinguishes "007" from 7.
# Seen: a column whose strings all look like numbers becomes numbers, so that the names "007" and
# "1e3" are 7 and 1000; and strings of a column whose name ends in _at become dates. dtype=False and
# convert_dates=False leave them as they are.
#
# Needs apt with Debian 12's sources, dpkg-deb and /usr/bin/python3. Exit status 0: as seen; 1: changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -q download python3-pandas=1.5.3+dfsg-2 python3-pandas-lib=1.5.3+dfsg-2 \
    python3-numpy python3-dateutil python3-tz python3-six libblas3 liblapack3 \
    libgfortran5 >download.log 2>&1
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
libraries=unpacked/usr/lib/x86_64-linux-gnu

cat >read.py <<'PY'
import io
import pandas
text = '{"name": "007", "seen_at": "100000000"}\n{"name": "1e3", "seen_at": "200000000"}'
for options in {}, {"dtype": False, "convert_dates": False}:
    read = pandas.read_json(io.StringIO(text), lines=True, **options)
    print(*read["name"], type(read["seen_at"][0]).__name__, end="; ")
PY
seen=$(LD_LIBRARY_PATH=$libraries:$libraries/blas:$libraries/lapack \
    PYTHONPATH=unpacked/usr/lib/python3/dist-packages /usr/bin/python3 read.py)
echo "names 007 and 1e3, and a time as a string: $seen"
[ "$seen" = "7 1000 Timestamp; 007 1e3 str; " ] || [ "$seen" = "7 1000 Timestamp; 007 1e3 str;" ]
