/*
 * SPDX-License-Identifier: MIT
 * Computes when instructions retire. It receives them in program order and computes for each the
 * time of dispatch (three uops in a clock), of start (when operands and unit are available), of
 * completion (after its latency) and of retirement (in order).
 */
#pragma once

#include <stdbool.h>

#include "sim/model/netburst/netburst_parameters.h"
#include "sim/model/netburst/netburst_plan.h"

struct netburst_access {
    uint32_t address; /* physical address */
    uint16_t clocks;  /* for a read: load to use */
    uint8_t bytes;
    bool write;
};

/* The circumstances in which an instruction was executed. */
struct netburst_run {
    const struct netburst_access *access;
    uint32_t steps, more; /* iterations of a repeated string instruction; clocks to add at the
                             end */
    uint32_t fetch_wait;
    uint32_t uops;
    uint8_t accesses;
    bool mispredicted;
};

#define NETBURST_STORES 256u
#define NETBURST_FLIGHT 126u

struct netburst_core {
    struct core_config config;
    uint64_t next;    /* when the next instruction can be dispatched */
    uint64_t retired; /* when the last instruction retires */
    uint64_t number, flight[NETBURST_FLIGHT];
    uint64_t ready[NAMES];
    uint64_t unit[UNITS]; /* when the unit accepts the next instruction */
    uint32_t wrong_uops;  /* uops that entered after the last branch if it was mispredicted */
    uint8_t top, place[8];
    struct {
        uint64_t ready;
        uint32_t address;
    } stores[NETBURST_STORES];
};

void netburst_core_init(struct netburst_core *core, const struct core_config *config);
void netburst_core_instruction(struct netburst_core *core, const struct netburst_plan *plan,
                               const struct netburst_run *run);

/*
 * The clock in which the last instruction retires, and that of the uop `before` uops before its
 * last one.
 */
uint64_t netburst_core_clock(const struct netburst_core *core);
uint64_t netburst_core_uop_clock(const struct netburst_core *core, uint64_t before);

/* Lets `clocks` clocks pass; the next instruction retires in a later clock. */
void netburst_core_pass(struct netburst_core *core, uint64_t clocks);
