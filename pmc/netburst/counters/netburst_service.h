/*
 * SPDX-License-Identifier: MIT
 * Request that sets all counter registers of a Pentium 4, for a benchmark that counts by itself in
 * ring 0 or 3. It raises interrupt VECTOR_WRITE_COUNTER with the request's address in ECX.
 */
#pragma once

#include "pmc/netburst/netburst_check.h"

/* An ESCR to set without a counter. */
#define NETBURST_MOST_ALONE 4
struct netburst_alone {
    char escr[16]; /* name such as FSB_ESCR0; letter case ignored */
    uint32_t value;
};

struct netburst_request {
    struct netburst_raw raw[NETBURST_COUNTERS];
    uint64_t start[NETBURST_COUNTERS]; /* initial value of raw[i]'s counter */
    unsigned n;
    struct netburst_alone alone[NETBURST_MOST_ALONE];
    unsigned n_alone;
    uint32_t enable, vertical; /* PEBS_ENABLE, PEBS_MATRIX_VERT */
    int failed;                /* out: -1 if nothing was set */
    char error[400];           /* out: the register, its value, and the valid values */
};

/* The gate's entry point, and the function it calls in ring 0. */
void netburst_service_stub(void) __attribute__((weak));
void netburst_service_handle(struct netburst_request *request);
