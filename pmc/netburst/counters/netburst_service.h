/*
 * SPDX-License-Identifier: MIT
 * All registers of the Pentium 4's counters at once, for a benchmark that counts by itself, in
 * either ring: it calls VECTOR_WRITE_COUNTER with the request's address in ECX.
 */
#pragma once

#include "pmc/netburst/netburst_check.h"

/* An ESCR that is set without a counter. */
#define NETBURST_MOST_ALONE 4
struct netburst_alone {
    char escr[16]; /* FSB_ESCR0; in any case of letters */
    uint32_t value;
};

struct netburst_request {
    struct netburst_raw raw[NETBURST_COUNTERS];
    uint64_t start[NETBURST_COUNTERS]; /* what raw[i]'s counter starts from */
    unsigned n;
    struct netburst_alone alone[NETBURST_MOST_ALONE];
    unsigned n_alone;
    uint32_t enable, vertical; /* PEBS_ENABLE, PEBS_MATRIX_VERT */
    int failed;                /* out: -1, and nothing was set */
    char error[400];           /* out: which register, its value, and what would do */
};

/* The gate's other end; and what it calls, in ring 0. */
void netburst_service_stub(void) __attribute__((weak));
void netburst_serve(struct netburst_request *request);
