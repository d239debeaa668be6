/*
 * SPDX-License-Identifier: MIT
 * What is counted now, and whose it is. All of it is as new at the start of each run of a
 * benchmark.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "libpcl/pcl_machine.h"

#define HANDLES 8

struct counting {
    uint32_t handles;      /* mask of those that are given */
    PCL_DESCR_TYPE owner;  /* who counts; 0: nobody */
    unsigned levels;       /* of PCLstart() */
    bool raw;              /* it is the driver that counts */
    PCL_DESCR_TYPE driver; /* who has opened it; 0: nobody */
    unsigned next_result;  /* of this run: libpcl/kept.h */
    bool pass_chosen;
    struct machine_request request; /* as it was started */
    uint64_t last[MACHINE_NATIVES], total[MACHINE_NATIVES];
    uint64_t from[PCL_MAX_NESTING_LEVEL][MACHINE_NATIVES]; /* the totals when a level began */
};

extern struct counting counting;

/* Whether it is a handle that PCLinit() gave in this run and PCLexit() has not taken back. */
bool counting_is_handle(PCL_DESCR_TYPE descr);

/* Brings a request to ring 0. Its answer. */
int counting_ask(struct machine_request *request);

/* A counter's value, 0 to 2^40 - 1, with all that came before it done. */
uint64_t counting_counter(unsigned counter);

/* Brings the totals of the pass up to now. */
void counting_update(void);
