#!/bin/sh
# SPDX-License-Identifier: MIT
# embedded_files.sh OBJECT DEPENDENCIES: adds the files that an object's sources embed to its list
# of dependencies (HOSTED_FILE_FROM of bench/hosted.h, P4PM_FILE_FROM of libp4pm/p4pm.h), since the
# compiler lists only includes.
set -e
[ -e "$2" ] || exit 0
sources=$(tr -s ' \\:' '\n' < "$2" | grep '^bench/.' | grep -v '^bench/[^/]*$' | sort -u)
[ "$sources" ] || exit 0
# shellcheck disable=SC2086
cat $sources | tr '\n' ' ' | grep -Eo '(HOSTED|P4PM)_FILE_FROM *\([^)]*\)' | sed 's/.*"\([^"]*\)" *)$/\1/' |
    while read -r file; do
        printf '%s: %s\n%s:\n' "$1" "$file" "$file" >> "$2"
    done
