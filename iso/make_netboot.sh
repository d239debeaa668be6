#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the directory of a TFTP server: make_netboot.sh KERNEL.elf FOLDER [OVERLAY]
# A machine with PXE loads GRUB, bareprobe.0. iPXE needs no GRUB: it loads bareprobe.ipxe.
# shellcheck source=media.sh
. "$(dirname "$0")/media.sh"
usage 'KERNEL.elf FOLDER [OVERLAY]' 2 3

files "$1" "$work/tree" "${3-}"
cp "$here/bareprobe.ipxe" "$work/tree"
{
    echo '#!ipxe'
    loaded module "$work/tree" | sed 's, /, ,'
} >"$work/tree/programs.ipxe"
touch -d "@$epoch" "$work/tree/programs.ipxe"
# shellcheck disable=SC2086 # a list
quietly grub-mkimage -d "$grub" -O i386-pc-pxe -p '(pxe)/boot/grub' \
    -o "$work/tree/bareprobe.0" $net_modules
mkdir -p "$2"
cp -r "$work/tree/." "$2"
