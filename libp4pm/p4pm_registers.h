/*
 * SPDX-License-Identifier: MIT
 * Parses register files: settings of the Pentium 4's counters as text (README.md).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pmc/netburst/counters/netburst_service.h"

#define P4PM_NAME_BYTES 50 /* of nombres_eventos[], including the terminating 0 */
#define P4PM_MOST_ALONE NETBURST_MOST_ALONE

/* A counter's settings. */
struct p4pm_counter {
    char name[P4PM_NAME_BYTES];
    bool tags; /* it enables an ESCR's tags, and is not part of the results */
    uint8_t number;
    uint32_t escr, cccr;
    uint64_t start; /* initial value, 40 bits */
};

struct p4pm_registers {
    struct p4pm_counter counter[NETBURST_COUNTERS]; /* in the file's order */
    unsigned n;
    struct netburst_alone alone[P4PM_MOST_ALONE];
    unsigned n_alone;
    uint32_t enable, vertical; /* PEBS_ENABLE, PEBS_MATRIX_VERT */
};

struct p4pm_mistake {
    unsigned line; /* from 1; 0: the file as a whole */
    char what[200];
};

/* Parses text[length]. Returns 0, or -1 with the error in *mistake. Does not check whether the
 * values are allowed and compatible. */
int p4pm_registers_read(const char *text, size_t length, struct p4pm_registers *registers,
                        struct p4pm_mistake *mistake);
