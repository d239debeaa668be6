/*
 * SPDX-License-Identifier: MIT
 * When instructions retire. What is told in program order is placed in time: dispatched three in a
 * clock, begun when its operands and its unit are there, done by its latency, retired in order; uop
 * by uop, as far as their numbers are known.
 */
#pragma once

#include <stdbool.h>

#include "sim/model/netburst/netburst_parameters.h"
#include "sim/model/netburst/netburst_plan.h"

struct netburst_access {
    uint32_t address; /* physical */
    uint16_t clocks;  /* of a read: load to use */
    uint8_t bytes;
    bool write;
};

/* What happened when an instruction ran. */
struct netburst_run {
    const struct netburst_access *access;
    uint32_t steps, more; /* iterations of a repeated string; clocks behind all else */
    uint32_t fetch_wait;
    uint32_t uops;
    uint8_t accesses;
    bool mispredicted;
};

#define NETBURST_STORES 256u
#define NETBURST_FLIGHT 126u

struct netburst_core {
    struct core_config config;
    uint64_t next;    /* when the next one can be dispatched */
    uint64_t retired; /* when the last one was */
    uint64_t number, flight[NETBURST_FLIGHT];
    uint64_t ready[NAMES];
    uint64_t unit[UNITS]; /* when it takes the next */
    uint32_t wrong_uops;  /* that came in behind the last one, where it was foreseen wrongly */
    uint8_t top, place[8];
    struct {
        uint64_t ready;
        uint32_t address;
    } stores[NETBURST_STORES];
};

void netburst_core_init(struct netburst_core *core, const struct core_config *config);
void netburst_core_instruction(struct netburst_core *core, const struct netburst_plan *plan,
                               const struct netburst_run *run);

/* The clock in which the last one retired; and that of the uop so many before its last one. */
uint64_t netburst_core_clock(const struct netburst_core *core);
uint64_t netburst_core_uop_clock(const struct netburst_core *core, uint64_t before);

/* What comes next retires in a later clock; and nothing happens for so many before it. */
void netburst_core_pass(struct netburst_core *core, uint64_t clocks);
