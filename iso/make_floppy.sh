#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the 1.44 MB floppy: make_floppy.sh KERNEL.elf OUTPUT.img [OVERLAY]
# GRUB's first sector and its core stand before the file system, where a FAT has its reserved
# sectors; boot.img looks for the core in sector 1 and on, unless told otherwise.
# shellcheck source=media.sh
. "$(dirname "$0")/media.sh"
usage 'KERNEL.elf OUTPUT.img [OVERLAY]' 2 3
output=$(realpath "$2")
sector=512

files "$1" "$work/tree" "${3-}"
gzip -9n "$work/tree/bareprobe" # GRUB unpacks it; a floppy gives some 30 KB a second
mv "$work/tree/bareprobe.gz" "$work/tree/bareprobe"

# shellcheck disable=SC2086 # a list
quietly grub-mkimage -d "$grub" -O i386-pc -p /boot/grub -o "$work/core.img" $floppy_modules
truncate -s %$sector "$work/core.img"

# mformat reserves 255 sectors at most, so an empty file system is parted behind its first sector.
quietly mformat -C -f 1440 -B "$grub/boot.img" -N 42415245 -v BAREPROBE -i "$work/empty" ::
{
    head -c $sector "$work/empty"
    cat "$work/core.img"
    tail -c +$((sector + 1)) "$work/empty"
} | head -c $((1440 * 1024)) >"$output"
reserved=$((1 + $(stat -c %s "$work/core.img") / sector))
# shellcheck disable=SC2059 # two bytes, the lower first, at 14 of the BIOS parameter block
printf "$(printf '\\%o\\%o' $((reserved % 256)) $((reserved / 256)))" |
    quietly dd of="$output" bs=1 seek=14 conv=notrunc

cd "$work/tree"
find . -mindepth 1 -type d | sort | while read -r folder; do
    quietly mmd -i "$output" "::${folder#.}"
done
find . -type f | sort | while read -r file; do
    quietly mcopy -m -i "$output" "$file" "::${file#.}"
done
