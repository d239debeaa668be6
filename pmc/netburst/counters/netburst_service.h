/*
 * SPDX-License-Identifier: MIT
 * Request that sets all counter registers of a Pentium 4, for a program that counts by itself
 * (libp4pm). It arrives by /dev/counters (kernel/process/devices/).
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

/* Serves the request in ring 0. */
void netburst_service_handle(struct netburst_request *request);
