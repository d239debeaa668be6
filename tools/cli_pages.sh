#!/bin/sh
# SPDX-License-Identifier: MIT
# cli_pages.sh FOLDER BAREPROBE VPENTIUM: writes the current --help of each program and verb into
# its page in FOLDER (docs/cli), between the lines `<!-- help -->` and `<!-- end of help -->`.
set -eu

folder=$1 tool=$2 sim=$3
trap 'rm -f "$folder/help.new" "$folder/page.new"' EXIT

for page in "$folder"/*.md; do
    name=$(basename "$page" .md)
    case $name in
    bareprobe) "$tool" --help ;;
    vpentium) "$sim" --help ;;
    *) "$tool" "$name" --help ;;
    esac >"$folder/help.new"
    awk -v help="$folder/help.new" '
        /^<!-- end of help -->$/ { inside = 0 }
        !inside
        /^<!-- help -->$/ {
            inside = 1
            print "```"
            while ((getline line < help) > 0)
                print line
            close(help)
            print "```"
        }' "$page" >"$folder/page.new"
    cmp -s "$folder/page.new" "$page" || cp "$folder/page.new" "$page"
done
