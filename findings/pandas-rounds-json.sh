#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# pandas 1.5.3 of Debian 12 (python3-pandas 1.5.3+dfsg-2).
# Expected: read_json returns the doubles that the text denotes, as Python's json.loads does.
# Seen: 946 of 3000 doubles with 17 digits are another one, unless precise_float=True is given.
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
import json
import random
import pandas
random.seed(1)
numbers = [random.random() * 10 ** random.randint(-3, 9) for _ in range(3000)]
text = "\n".join(json.dumps({"mean": number}) for number in numbers)
for precise in False, True:
    read = pandas.read_json(io.StringIO(text), lines=True, precise_float=precise)
    print(sum(a != b for a, b in zip(numbers, read["mean"])), end=" ")
PY
seen=$(LD_LIBRARY_PATH=$libraries:$libraries/blas:$libraries/lapack \
    PYTHONPATH=unpacked/usr/lib/python3/dist-packages /usr/bin/python3 read.py)
echo "of 3000 doubles differ by default and with precise_float=True: $seen"
[ "$seen" = "946 0 " ] || [ "$seen" = "946 0" ]
