#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# libpfm4 4.13.0 of Debian 12 (libpfm4 4.13.0-1), its table of the Pentium 4.
# Expected: the six unit masks BIT1 to BIT6 of b2b_cycles set six different bits of the ESCR, bits 10
# to 15, as their names and Intel's table of events have it.
# Seen: BIT4, BIT5 and BIT6 all set bit 13, so the last two cannot be counted.
#
# Needs apt with Debian 12's sources, dpkg-deb and gcc. Exit status 0: as seen; 1: changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -q download libpfm4=4.13.0-1 libpfm4-dev=4.13.0-1 >download.log 2>&1
for package in *.deb; do dpkg-deb -x "$package" unpacked; done

cat >encode.c <<'C'
#include <perfmon/pfmlib.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
    if (pfm_initialize())
        return 2;
    for (int bit = 1; bit <= 6; bit++) {
        char name[64];
        uint64_t *codes = NULL;
        int n = 0;
        snprintf(name, sizeof name, "netburst::b2b_cycles:BIT%d", bit);
        if (pfm_get_event_encoding(name, PFM_PLM3, NULL, NULL, &codes, &n))
            return 2;
        printf("%s%x", bit > 1 ? " " : "", (unsigned)(codes[0] >> 9 & 0xffff));
        free(codes);
    }
    return 0;
}
C
gcc -o encode -Iunpacked/usr/include encode.c -Lunpacked/usr/lib/x86_64-linux-gnu -l:libpfm.so.4
masks=$(LD_LIBRARY_PATH=unpacked/usr/lib/x86_64-linux-gnu ./encode)
echo "event masks of BIT1 to BIT6: $masks"
[ "$masks" = "2 4 8 10 10 10" ]
