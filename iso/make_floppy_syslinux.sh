#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the 1.44 MB floppy for drives that fail now and then:
# make_floppy_syslinux.sh KERNEL.elf OUTPUT.img [OVERLAY]
# GRUB reads each sector once, SYSLINUX several times. So SYSLINUX loads GRUB's floppy, a small one,
# into memory, where memdisk is a drive that never fails, and GRUB boots from that. SYSLINUX's own
# multiboot loader will not do: with the core it finds no room in 4 MB, and where the BIOS has no
# INT 15h, AX=E820h it tells the kernel of 640 MB.
# shellcheck source=media.sh
. "$(dirname "$0")/media.sh"
usage 'KERNEL.elf OUTPUT.img [OVERLAY]' 2 3
output=$(realpath "$2")
loader=boot/syslinux
small=720 # KB, which are then missing from the box's memory

files "$1" "$work/tree" "${3-}"
mkdir -p "$work/floppy/$loader"
grub_floppy "$work/tree" "$work/floppy/bareprob.img" $small
gzip -9n "$work/floppy/bareprob.img"
mv "$work/floppy/bareprob.img.gz" "$work/floppy/bareprob.gz"
cp "$syslinux/memdisk" "$here/syslinux.cfg" "$work/floppy/$loader"
find "$work/floppy" -exec touch -d "@$epoch" {} +

quietly mformat -C -f 1440 -N 42415245 -v BAREPROBE -i "$output" ::
onto_floppy "$work/floppy" "$output"
quietly syslinux --install --directory $loader "$output"
