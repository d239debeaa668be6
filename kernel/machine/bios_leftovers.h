/*
 * SPDX-License-Identifier: MIT
 * What the BIOS has left going, and is ended before anything is measured.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct leftovers {
    uint16_t pending;           /* interrupts that waited, a bit for each line */
    bool parity, channel_check; /* that source of NMI had raised one */
};

/*
 * Masks all interrupts but the real-time clock's, and the two sources of NMI at port 61h. Call with
 * interrupts disabled.
 */
struct leftovers leftovers_quiet(void);

/* Whether address line 20 is open, so that the image is where it was linked for. */
bool leftovers_a20_open(void);
