#!/bin/sh
# SPDX-License-Identifier: MIT
# man_pages.sh FOLDER BAREPROBE VPENTIUM DATE: makes a man page for each program and verb from its
# --help and its page in docs/cli. An empty VPENTIUM has none.
set -eu

folder=$1 tool=$2 sim=$3 date=$4
here=$(dirname "$0")
rm -rf "$folder"
mkdir -p "$folder/help"

# page NAME ALSO HELP...
page() {
    name=$1 also=$2
    shift 2
    awk -f "$here/man_text.awk" -f "$here/man_prose.awk" \
        "$here/../docs/cli/${name#bareprobe-}.md" >"$folder/help/prose"
    awk -v name="$name" -v version="$version" -v date="$date" -v also="$also" \
        -v prose="$folder/help/prose" -f "$here/man_text.awk" -f "$here/man_page.awk" "$@" \
        >"$folder/$name.1"
}

version=$("$tool" --version)
"$tool" --help >"$folder/help/bareprobe"
verbs=$(sed -n 's/^  \([a-z][a-z]*\)  *.*/\1/p' "$folder/help/bareprobe")
all=
for verb in $verbs; do
    "$tool" "$verb" --help >"$folder/help/$verb"
    page "bareprobe-$verb" "bareprobe(1)" "$folder/help/$verb" "$folder/help/bareprobe"
    all="$all${all:+, }bareprobe-$verb(1)"
done
page bareprobe "$all, vpentium(1)" "$folder/help/bareprobe"

if [ -n "$sim" ]; then
    version=$("$sim" --version)
    "$sim" --help >"$folder/help/vpentium"
    page vpentium "bareprobe(1)" "$folder/help/vpentium"
fi
rm -r "$folder/help"
