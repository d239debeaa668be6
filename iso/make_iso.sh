#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the image for CDs and USB sticks: make_iso.sh KERNEL.elf OUTPUT.iso [OVERLAY]
# As a disk it ends with the cylinder of 16 heads and 63 sectors that follows its last file: a BIOS
# without extended reads derives the disk's geometry from its length, SeaBIOS does not count the
# last cylinder, and GRUB refuses sectors beyond that geometry ("attempt to read or write outside of
# disk").
# shellcheck source=media.sh
. "$(dirname "$0")/media.sh"
usage 'KERNEL.elf OUTPUT.iso [OVERLAY]' 2 3
output=$2
date=$(date -d "@$epoch" +%Y%m%d%H%M%S00)

grub_modules
files "$1" "$work/tree" "${3-}"
quietly grub-mkrescue -d "$grub" --install-modules="$cd_modules" --locales= --fonts= --themes= \
    -o "$output" "$work/tree" \
    -volid BAREPROBE --modification-date="$date" --set_all_file_dates "$date"

cylinder=$((16 * 63 * 512))
truncate -s $((($(stat -c %s "$output") / cylinder + 2) * cylinder)) "$output"
