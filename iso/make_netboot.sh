#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the directory of a TFTP server: make_netboot.sh KERNEL.elf FOLDER [OVERLAY]
# A machine with PXE loads GRUB, bareprobe.0. iPXE needs no GRUB: it loads bareprobe.ipxe.
# shellcheck source=media.sh
. "$(dirname "$0")/media.sh"
usage 'KERNEL.elf FOLDER [OVERLAY]' 2 3

# Prints the `module` lines from standard input, or a message if iPXE would drop a part of them. It
# passes 8 modules, and 511 characters for the kernel's line and all names together; a URL (here
# with the longest address) precedes each name. It drops the rest without a message.
modules_of_ipxe() {
    awk -v most=8 -v room=511 -v url=24 '
        { line[NR] = $0; bytes += url + length($0) - length("module ") + 1 }
        END {
            if (NR <= most && bytes + url + 80 <= room) {
                for (i = 1; i <= NR; i++) print line[i]
                exit
            }
            print "echo iPXE passes 8 files with short names, and programs/ has " NR " files."
            print "echo Boot bareprobe.0 instead, which passes all of them."
            print "prompt Press a key to restart the machine"
            print "reboot"
        }'
}

grub_modules
files "$1" "$work/tree" "${3-}"
cp "$here/bareprobe.ipxe" "$work/tree"
{
    echo '#!ipxe'
    loaded module "$work/tree" | sed 's, /, ,' | modules_of_ipxe
} >"$work/tree/programs.ipxe"
touch -d "@$epoch" "$work/tree/programs.ipxe"
# shellcheck disable=SC2086 # a list
quietly grub-mkimage -d "$grub" -O i386-pc-pxe -p '(pxe)/boot/grub' \
    -o "$work/tree/bareprobe.0" $net_modules
mkdir -p "$2"
cp -r "$work/tree/." "$2"
