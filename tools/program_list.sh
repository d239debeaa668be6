#!/bin/sh
# SPDX-License-Identifier: MIT
# program_list.sh [REFUSED]: prints the names of the programs, the directories below programs/, one a line.
# Directories that cannot be programs are written to the file REFUSED, with the remedy.
set -eu

refused=${1:-/dev/null}
: >"$refused"
for path in programs/*; do
    [ -d "$path" ] || continue
    folder=${path#programs/}
    case $folder in
    *[!a-z0-9_]*)
        echo "programs/$folder: left out: a program's name is of lower-case letters, digits and _; rename it" \
            >>"$refused"
        ;;
    *) echo "$folder" ;;
    esac
done
