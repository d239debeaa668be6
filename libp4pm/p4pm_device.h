/*
 * SPDX-License-Identifier: MIT
 * The Pentium 4's registers, from either ring.
 */
#pragma once

#include "libp4pm/p4pm_registers.h"

#define P4PM_COUNTER_MASK 0xFFFFFFFFFFull

struct p4pm_reading {
    uint64_t tsc, counter[NETBURST_COUNTERS]; /* in the file's order */
};

/*
 * Checks all values by pmc/netburst's rules, sets all registers and starts the counters; those of
 * the harness count no more. Ends the program where something is wrong, or this is no Pentium 4.
 */
void p4pm_set_registers(const struct p4pm_registers *registers);

/* Whether the kernel has counters of a Pentium 4, and opened the gate to them: it says so. */
extern bool p4pm_present;

/* Counters, and at the very end the time-stamp counter; and the other way round. */
void p4pm_read_first(const struct p4pm_registers *registers, struct p4pm_reading *reading);
void p4pm_read_last(const struct p4pm_registers *registers, struct p4pm_reading *reading);
