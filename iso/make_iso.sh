#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the image for CDs and USB sticks: make_iso.sh KERNEL.elf OUTPUT.iso [OVERLAY]
# shellcheck source=media.sh
. "$(dirname "$0")/media.sh"
usage 'KERNEL.elf OUTPUT.iso [OVERLAY]' 2 3
output=$2
date=$(date -d "@$epoch" +%Y%m%d%H%M%S00)

files "$1" "$work/tree" "${3-}"
quietly grub-mkrescue -d "$grub" --install-modules="$cd_modules" --locales= --fonts= --themes= \
    -o "$output" "$work/tree" \
    -volid BAREPROBE --modification-date="$date" --set_all_file_dates "$date"
