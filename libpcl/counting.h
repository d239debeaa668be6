/*
 * SPDX-License-Identifier: MIT
 * The state of counting: handles, levels, totals. It is reset at the start of each run of a
 * benchmark.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "libpcl/pcl_machine.h"

#define HANDLES 8

struct counting {
    uint32_t handles;      /* mask of the handles in use */
    PCL_DESCR_TYPE owner;  /* the handle that counts; 0: none */
    unsigned levels;       /* depth of PCLstart() */
    bool raw;              /* the low-level driver counts */
    PCL_DESCR_TYPE driver; /* the handle that opened it; 0: none */
    unsigned next_result;  /* in this run: libpcl/pass_results.h */
    bool pass_chosen;
    struct pcl_machine_request request; /* as it was started */
    uint64_t last[MACHINE_NATIVES], total[MACHINE_NATIVES];
    uint64_t from[PCL_MAX_NESTING_LEVEL][MACHINE_NATIVES]; /* the totals at the start of a level */
};

extern struct counting counting;

/* Returns whether it is a handle that PCLinit() returned in this run and PCLexit() has not
 * released. */
bool counting_is_handle(PCL_DESCR_TYPE descr);

/* Passes a request to ring 0; returns its answer. */
int counting_send_request(struct pcl_machine_request *request);

/* Returns a counter's value, 0 to 2^40 - 1, after all earlier instructions have completed. */
uint64_t counting_read_counter(unsigned counter);

/* Updates the totals of the current pass. */
void counting_update(void);
