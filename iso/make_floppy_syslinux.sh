#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the 1.44 MB floppy for drives with occasional read errors:
# make_floppy_syslinux.sh KERNEL.elf OUTPUT.img [OVERLAY]
# GRUB reads each sector once, SYSLINUX retries. SYSLINUX therefore loads the image of a small GRUB
# floppy into memory, where memdisk provides it as a drive without errors, and GRUB boots from it.
# SYSLINUX's own multiboot loader is not used: it does not fit into 4 MB together with its core, and
# it reports 640 MB to the kernel if the BIOS has no INT 15h, AX=E820h.
# shellcheck source=media.sh
. "$(dirname "$0")/media.sh"
usage 'KERNEL.elf OUTPUT.img [OVERLAY]' 2 3
output=$(realpath "$2")
loader=boot/syslinux
small=720 # KB, which memdisk takes from the machine's memory

grub_modules
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
