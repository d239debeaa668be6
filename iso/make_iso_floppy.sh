#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes a CD that a BIOS boots as a floppy: make_iso_floppy.sh FLOPPY.img OUTPUT.iso
# Many BIOSes of the first years of El Torito support only this method.
# shellcheck source=media.sh
. "$(dirname "$0")/media.sh"
usage 'FLOPPY.img OUTPUT.iso' 2 2
output=$2
date=$(date -d "@$epoch" +%Y%m%d%H%M%S00)

mkdir "$work/tree"
cp "$1" "$work/tree/floppy.img"
quietly xorriso -as mkisofs -V BAREPROBE -b floppy.img -c boot.cat -o "$output" \
    --modification-date="$date" --set_all_file_dates "$date" "$work/tree"
