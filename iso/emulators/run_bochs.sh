#!/bin/sh
# SPDX-License-Identifier: MIT
# Boots a medium in Bochs's Pentium, without a screen: run_bochs.sh floppy|cd|disk IMAGE
# COM1 is standard output, up to the end of the run, whose result is the exit status: 0 ok, 1 failed.
set -u

usage() {
    echo "usage: run_bochs.sh floppy|cd|disk IMAGE" >&2
    exit 2
}
here=$(dirname "$(realpath "$0")")
# shellcheck source=iso/emulators/com1_log.sh
. "$here/com1_log.sh"
if [ $# -ne 2 ] || [ ! -f "$2" ]; then
    usage
fi
image=$(realpath "$2")
case $1 in
floppy) medium="floppya: 1_44=\"$image\", status=inserted" boot=floppy ;;
cd) medium="ata0-master: type=cdrom, path=\"$image\", status=inserted" boot=cdrom ;;
disk) medium="ata0-master: type=disk, path=\"$image\", mode=volatile" boot=disk ;;
*) usage ;;
esac

work=$(mktemp -d)
trap 'kill -KILL $emulator 2>/dev/null; wait; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
emulator=''
cd "$work" || exit 1
{
    cat "$here/bochsrc"
    echo "$medium"
    echo "boot: $boot"
} >bochsrc
echo continue >commands
bochs -q -f bochsrc -rc commands </dev/null >said 2>&1 &
emulator=$!
com1_log_follow com1.log $emulator
com1_log_status com1.log || { tail -n 5 said bochs.log >&2; exit 1; }
