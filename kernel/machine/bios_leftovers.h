/*
 * SPDX-License-Identifier: MIT
 * Stops activities that the BIOS has left running, before anything is measured: interrupts, sources
 * of NMI; also tests line A20.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct leftovers {
    uint16_t pending;           /* interrupts that were pending, a bit for each line */
    bool parity, channel_check; /* this NMI source had raised one */
};

/*
 * Masks all interrupts except the real-time clock's, and the two sources of NMI at port 61h. Call
 * with interrupts disabled.
 */
struct leftovers leftovers_quiet(void);

/*
 * Reports whether address line 20 is open, so that the image is at the addresses it was linked for.
 */
bool leftovers_a20_open(void);
