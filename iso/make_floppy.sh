#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the 1.44 MB floppy: make_floppy.sh KERNEL.elf OUTPUT.img [OVERLAY]
# shellcheck source=media.sh
. "$(dirname "$0")/media.sh"
usage 'KERNEL.elf OUTPUT.img [OVERLAY]' 2 3
output=$(realpath "$2")

grub_modules
files "$1" "$work/tree" "${3-}"
grub_floppy "$work/tree" "$output" 1440
