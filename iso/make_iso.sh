#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the boot CD image: make_iso.sh KERNEL.elf OUTPUT.iso
# The same kernel gives the same bytes: dates are SOURCE_DATE_EPOCH's (seconds since 1970; by default
# the last commit's), not the clock's.
set -eu

if [ $# -ne 2 ]; then
    echo "usage: make_iso.sh KERNEL.elf OUTPUT.iso" >&2
    exit 2
fi
kernel=$1
output=$2
here=$(dirname "$0")

# What the menu uses; grub-mkrescue adds what these depend on. part_msdos: the image as a USB stick.
modules='biosdisk iso9660 part_msdos normal multiboot smbios test'

if [ -z "${SOURCE_DATE_EPOCH-}" ]; then
    SOURCE_DATE_EPOCH=$(git -C "$here" log -1 --format=%ct 2>/dev/null || echo 315532800) # 1980
fi
export SOURCE_DATE_EPOCH
date=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M%S00)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/tree/boot/grub"
objcopy --strip-all "$kernel" "$work/tree/boot/bareprobe.elf"
cp -r "$here/experiments" "$work/tree/boot/experiments"
cp "$here/grub.cfg" "$work/tree/boot/grub/grub.cfg"

# grub-mkrescue talks on success too; what it said is of interest only when it fails.
if ! grub-mkrescue -d /usr/lib/grub/i386-pc --install-modules="$modules" \
    --locales= --fonts= --themes= -o "$output" "$work/tree" \
    -volid BAREPROBE --modification-date="$date" --set_all_file_dates "$date" \
    >"$work/log" 2>&1; then
    cat "$work/log" >&2
    rm -f "$output"
    exit 1
fi
