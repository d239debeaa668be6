#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# csvkit 1.0.7 of Debian 12 (csvkit 1.0.7-1, with agate).
# Expected: csvsort prints the values that it read; a column with the numbers 0 and 1 is a number.
# Seen: such a column is taken for booleans, and 0 and 1 are printed as False and True. A table of two
# regions, numbered 0 and 1, loses their numbers. -I (--no-inference) leaves them as they are.
#
# Needs apt with Debian 12's sources, dpkg-deb and /usr/bin/python3. Exit status 0: as seen; 1: changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -q download csvkit=1.0.7-1 python3-csvkit=1.0.7-1 python3-agate python3-agatesql \
    python3-agatedbf python3-agateexcel python3-sqlalchemy python3-sqlalchemy-ext python3-babel \
    python-babel-localedata python3-isodate python3-leather python3-parsedatetime \
    python3-pytimeparse python3-slugify python3-text-unidecode python3-greenlet python3-dbfread \
    python3-xlrd python3-openpyxl python3-olefile python3-six python3-tz >download.log 2>&1
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
modules=unpacked/usr/lib/python3/dist-packages
for data in locale-data global.dat; do # links of the package, relative to the root
    ln -sfn "$PWD/unpacked/usr/share/python-babel-localedata/$data" "$modules/babel/$data"
done

printf 'region,mean\n0,5\n1,6\n' >counts.csv
sorted() {
    PYTHONPATH=$modules /usr/bin/python3 unpacked/usr/bin/csvsort "$@" -c region counts.csv | tr '\n' ' '
}
inferred=$(sorted) plain=$(sorted -I)
echo "csvsort prints $inferred; with -I $plain"
[ "$inferred" = "region,mean False,5 True,6 " ] && [ "$plain" = "region,mean 0,5 1,6 " ]
