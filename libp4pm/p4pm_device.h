/*
 * SPDX-License-Identifier: MIT
 * Accesses the Pentium 4's counter registers from ring 0 and ring 3.
 */
#pragma once

#include "libp4pm/p4pm_registers.h"

#define P4PM_COUNTER_MASK 0xFFFFFFFFFFull

struct p4pm_reading {
    uint64_t tsc, counter[NETBURST_COUNTERS]; /* in the file's order */
};

/* Checks all values by pmc/netburst's rules, sets all registers and starts the counters; the
 * harness stops using them. Ends the program on an error, or if the processor is no Pentium 4. */
void p4pm_device_set_registers(const struct p4pm_registers *registers);

/* p4pm_read_first() reads the counters and then the time-stamp counter; p4pm_read_last() reads in
 * the opposite order. */
void p4pm_read_first(const struct p4pm_registers *registers, struct p4pm_reading *reading);
void p4pm_read_last(const struct p4pm_registers *registers, struct p4pm_reading *reading);
