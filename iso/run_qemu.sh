#!/bin/sh
# SPDX-License-Identifier: MIT
# Boots an image in QEMU's Pentium: run_qemu.sh IMAGE.iso|IMAGE.img|KERNEL.elf [QEMU OPTION]...
# IMAGE.img is a floppy.
# COM1 is standard output. The exit status is that of the run: 0 ok, 1 failed. Ctrl-C ends it.
# A kernel is booted without GRUB; give its settings with -append 'report=text exit=qemu'.
set -u

if [ $# -lt 1 ] || [ ! -f "$1" ]; then
    echo "usage: run_qemu.sh IMAGE.iso|IMAGE.img|KERNEL.elf [QEMU OPTION]..." >&2
    exit 2
fi
image=$1
case $1 in
*.elf) how=-kernel ;;
*.img)
    how=-drive
    image=if=floppy,format=raw,file=$(printf %s "$1" | sed 's/,/,,/g') # QEMU's form of a comma
    ;;
*) how=-cdrom ;;
esac
shift

# QEMU also ends with status 1, and prints a message, when it cannot start.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
complaints=$work/complaints

# QEMU puts the kernel's path before its settings, and the kernel splits that line at blanks.
case $how$image in
-kernel*[!A-Za-z0-9_./+,:~-]*)
    ln -s "$(realpath "$image")" "$work/bareprobe.elf"
    image=$work/bareprobe.elf
    ;;
esac
qemu-system-i386 -cpu pentium -m 16 "$how" "$image" -serial stdio -monitor none -display none \
    -no-reboot -device isa-debug-exit,iobase=0xf4,iosize=4 "$@" 2>"$complaints"
status=$?
cat "$complaints" >&2
if [ $status -eq 1 ] && grep -v 'warning:' "$complaints" | grep -q '^qemu-system-i386:'; then
    exit 1
fi

# isa-debug-exit ends QEMU with 2 * value + 1, and the kernel writes 0 or 1. With 0, QEMU ended by
# itself: after a triple fault, or because the user closed it.
case $status in
1) exit 0 ;;
3) exit 1 ;;
0) echo "run_qemu: QEMU ended before the end of the run (a reset?)" >&2 ;;
*) echo "run_qemu: QEMU failed with status $status" >&2 ;;
esac
exit 1
