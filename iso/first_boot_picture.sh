#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes a picture of the first-boot page on QEMU's screen: first_boot_picture.sh KERNEL PICTURE.png
set -eu
kernel=$1
picture=$2
# Dumps the screen every second for 20 seconds, until the run has ended; a limit of a minute ends
# QEMU otherwise. With -icount the page does not depend on the load of the host.
(
    for _ in $(seq 20); do
        sleep 1
        echo "screendump $picture -f png"
    done
    echo quit
) | timeout 60 qemu-system-i386 -cpu pentium -m 16 -icount shift=0 -kernel "$kernel" \
    -append 'experiment=first_boot exit=halt' -display none -serial null -monitor stdio >/dev/null
test -s "$picture"
