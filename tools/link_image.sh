#!/bin/sh
# SPDX-License-Identifier: MIT
# link_image.sh IMAGE LD-OPTION...: links IMAGE, with its map in IMAGE.map. A benchmark that makes
# ld fail is left out, with ld's message; any other failure gives exit status 1.
set -eu

image=$1
shift
while ! ld "$@" -Map="$image.map" -o "$image" 2>"$image.errors"; do
    cat "$image.errors" >&2
    guilty=$(grep -o '[^ :()]*/kernel/bench/[^ :()]*\.o' "$image.errors" | sort -u)
    [ -n "$guilty" ] || exit 1
    for object in $guilty; do
        "${0%/*}/leave_out.sh" "$object"
    done
done
rm -f "$image.errors"
