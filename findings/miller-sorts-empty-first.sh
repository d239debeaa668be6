#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Miller 6.6.0 of Debian 12 (miller 6.6.0-2+b3).
# Expected: `sort -nr`, which sorts by a number from the largest to the smallest, puts records whose
# field is empty last, as it puts them last with `sort -nf`.
# Seen: with -nr they come first. The top rows of a sorted table of counts are those without a count.
#
# Needs apt with Debian 12's sources and dpkg-deb. Exit status 0: as seen; 1: changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -q download miller=6.6.0-2+b3 >download.log 2>&1
dpkg-deb -x miller_*.deb unpacked

printf 'region,mean\na,5\nb,\nc,7\nd,-1\n' >counts.csv
order() {
    unpacked/usr/bin/mlr --icsv --ocsv --headerless-csv-output sort "$1" mean 'then' cut -f region \
        counts.csv | tr -d '\n'
}
largest_first=$(order -nr) smallest_first=$(order -nf)
echo "regions a=5, b empty, c=7, d=-1: sort -nr gives $largest_first, sort -nf gives $smallest_first"
[ "$largest_first $smallest_first" = "bcad dacb" ]
