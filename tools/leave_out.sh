#!/bin/sh
# SPDX-License-Identifier: MIT
# leave_out.sh OBJECT PLACE REASON: writes an object file without code, with a note for the image on the
# reason, and a mark next to it that makes the next build try again. Used for a benchmark with a fault, so
# that the others are built. PLACE is FILE:LINE or FILE.
set -eu

object=$1
name=${object#*/kernel/bench/}
printf '%s\t%s\n' "$2" "$3" >"$object.left_out"
printf '%s\t%s\t%s\n' "${name%.o}" "$2" "$3" | awk -f tools/left_out_notes.awk | as --32 -o "$object" -
