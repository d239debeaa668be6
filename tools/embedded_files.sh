#!/bin/sh
# SPDX-License-Identifier: MIT
# embedded_files.sh OBJECT DEPENDENCIES: adds to what a compiler wrote of an object's includes the
# files that they embed (HOSTED_FILE_FROM of bench/hosted.h, P4PM_FILE_FROM of libp4pm/p4pm.h), of which it says nothing.
set -e
[ -e "$2" ] || exit 0
sources=$(tr -s ' \\:' '\n' < "$2" | grep '^bench/.' | grep -v '^bench/[^/]*$' | sort -u)
[ "$sources" ] || exit 0
# shellcheck disable=SC2086
cat $sources | tr '\n' ' ' | grep -Eo '(HOSTED|P4PM)_FILE_FROM *\([^)]*\)' | sed 's/.*"\([^"]*\)" *)$/\1/' |
    while read -r file; do
        printf '%s: %s\n%s:\n' "$1" "$file" "$file" >> "$2"
    done
