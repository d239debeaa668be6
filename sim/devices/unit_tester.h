/*
 * SPDX-License-Identifier: MIT
 * 86Box's unit tester, by which a guest ends the emulator: "86Box Unit Tester device
 * specification", version 1.0.0 (doc/specifications/86box-unit-tester.md in 86Box 4.1 and later).
 * It has the commands no-op and exit; the commands that read the screen are missing.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum unit_tester_kind {
    UNIT_TESTER_NONE, /* no such device */
    UNIT_TESTER_EXIT,
    UNIT_TESTER_STAY, /* the exit command is accepted and has no effect */
};

struct unit_tester {
    enum unit_tester_kind kind;
    uint16_t base;    /* of the command port and the data port; FFFFh: hidden */
    unsigned matched; /* bytes of the sequence "86Box" that have arrived */
    unsigned awaited; /* bytes of a new base that are still to come */
    uint8_t base_low;
    uint8_t status;
    uint8_t exit_status; /* set once unit_tester_out() has returned true */
};

void unit_tester_reset(struct unit_tester *tester, enum unit_tester_kind kind);

/* Whether a read of the port is answered by the tester. */
bool unit_tester_owns(const struct unit_tester *tester, uint16_t port);
uint8_t unit_tester_in(const struct unit_tester *tester, uint16_t port);

/* Call it for every byte written to any port. Returns true if the byte ends the emulator. */
bool unit_tester_out(struct unit_tester *tester, uint16_t port, uint8_t value);
