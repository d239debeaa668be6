#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the 1.44 MB floppy: make_floppy.sh KERNEL.elf OUTPUT.img [OVERLAY]
# The two sectors of boot_floppy.asm and GRUB's core are before the file system, in the reserved
# sectors of the FAT.
# shellcheck source=media.sh
. "$(dirname "$0")/media.sh"
usage 'KERNEL.elf OUTPUT.img [OVERLAY]' 2 3
output=$(realpath "$2")
tree=$work/tree
sector=512
kilobytes=1440

grub_modules
files "$1" "$tree" "${3-}"

# GRUB decompresses it, with a dictionary of 64 KB and without a check, which would need a module. A
# floppy drive reads about 30 KB per second.
xz --check=none --lzma2=preset=9e,dict=64KiB "$tree/bareprobe"
mv "$tree/bareprobe.xz" "$tree/bareprobe"

# The first sector of the core, diskboot.img, reads the others. boot_floppy.asm does that instead.
# shellcheck disable=SC2086 # a list
quietly grub-mkimage -d "$grub" -O i386-pc -p /boot/grub -o "$work/core.img" $floppy_modules
truncate -s %$sector "$work/core.img"
core=$(($(stat -c %s "$work/core.img") / sector - 1))
quietly nasm -f bin -I "$here/" -D CORE_SECTORS=$core -o "$work/boot.img" "$here/boot_floppy.asm"

# mformat reserves at most 255 sectors, so an empty file system is split after its first sector.
head -c $sector "$work/boot.img" >"$work/first"
quietly mformat -C -f $kilobytes -B "$work/first" -N 42415245 -v BAREPROBE -i "$work/empty" ::
{
    head -c $sector "$work/empty"
    tail -c +$((sector + 1)) "$work/boot.img"
    tail -c +$((sector + 1)) "$work/core.img"
    tail -c +$((sector + 1)) "$work/empty"
} | head -c $((kilobytes * 1024)) >"$output"
reserved=$((2 + core))
# shellcheck disable=SC2059 # two bytes, the lower first, at 14 of the BIOS parameter block
printf "$(printf '\\%o\\%o' $((reserved % 256)) $((reserved / 256)))" |
    quietly dd of="$output" bs=1 seek=14 conv=notrunc

(cd "$tree" && find . -mindepth 1 -type d) | sort | while read -r folder; do
    quietly mmd -i "$output" "::${folder#.}"
done
(cd "$tree" && find . -type f) | sort | while read -r file; do
    quietly mcopy -m -i "$output" "$tree/$file" "::${file#.}"
done
