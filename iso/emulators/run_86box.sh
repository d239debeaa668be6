#!/bin/sh
# SPDX-License-Identifier: MIT
# Boots the floppy in 86Box: run_86box.sh IMAGE ROMS [SUITE]
# ROMS is 86Box's folder of ROMs, SUITE an entry of the menu by its name there (default quick). COM1 is
# standard output once the run has ended. The exit status is that of the run: 0 ok, 1 failed.
#
# The machine is in ${MACHINE:-build/86box}; its configuration is 86box.cfg there, a copy of
# iso/emulators/86box.cfg that may be changed. A new machine's BIOS asks for its setup: run
# `SCREEN=1 run_86box.sh ...` first, save the setup, and close the window.
#
# Untested: it follows 86Box's source of 2026 (src/86box.c, src/config.c).
set -u

here=$(dirname "$(realpath "$0")")
if [ $# -lt 2 ] || [ $# -gt 3 ] || [ ! -f "$1" ] || [ ! -d "$2" ]; then
    echo "usage: run_86box.sh IMAGE ROMS [SUITE]" >&2
    exit 2
fi
roms=$(realpath "$2")
machine=${MACHINE:-build/86box}
mkdir -p "$machine" || exit 2
machine=$(realpath "$machine")
[ -f "$machine/86box.cfg" ] || cp "$here/86box.cfg" "$machine/86box.cfg" || exit 2
cp "$1" "$machine/bareprobe.img" || exit 2

# 86Box ends at the end of the run, with the result as its status.
MTOOLS_SKIP_CHECK=1
export MTOOLS_SKIP_CHECK
menu=$machine/grub.cfg
mcopy -n -o -i "$machine/bareprobe.img" ::boot/grub/grub.cfg "$menu" || exit 2
sed -i -e 's/^    set exit=halt$/    set exit=86box/' -e "s/^    set chosen=quick\$/    set chosen=${3:-quick}/" "$menu"
mcopy -n -o -i "$machine/bareprobe.img" "$menu" ::boot/grub/grub.cfg || exit 2

if [ -z "${SCREEN:-}" ]; then
    QT_QPA_PLATFORM=offscreen SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy
    export QT_QPA_PLATFORM SDL_VIDEODRIVER SDL_AUDIODRIVER
fi
rm -f "$machine/com1.log"
cd "$machine" || exit 2
86Box -N -P "$machine" -R "$roms" >&2
status=$?
cat com1.log
if ! grep -aq ' ev=done ' com1.log; then
    echo "run_86box.sh: 86Box ended before the run did; look at it with SCREEN=1" >&2
    exit 1
fi
exit $status
