/*
 * SPDX-License-Identifier: MIT
 * Register files: what the Pentium 4's counters are set to, as a text (README.md).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pmc/netburst/counters/netburst_service.h"

#define P4PM_NAME_BYTES 50 /* of nombres_eventos[], with the 0 at its end */
#define P4PM_MOST_ALONE NETBURST_MOST_ALONE

/* A counter. */
struct p4pm_counter {
    char name[P4PM_NAME_BYTES];
    bool tags; /* it keeps an ESCR's tags flowing, and is not among the results */
    uint8_t number;
    uint32_t escr, cccr;
    uint64_t start; /* 40 bits */
};

struct p4pm_registers {
    struct p4pm_counter counter[NETBURST_COUNTERS]; /* in the file's order */
    unsigned n;
    struct netburst_alone alone[P4PM_MOST_ALONE];
    unsigned n_alone;
    uint32_t enable, vertical; /* PEBS_ENABLE, PEBS_MATRIX_VERT */
};

struct p4pm_mistake {
    unsigned line; /* from 1; 0: it is of the file as a whole */
    char what[200];
};

/*
 * Reads text[length]. 0, or -1 and in *mistake what is wrong. Whether the values may be written,
 * and go together, is not looked at.
 */
int p4pm_read_registers(const char *text, size_t length, struct p4pm_registers *registers,
                        struct p4pm_mistake *mistake);
