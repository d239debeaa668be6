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
#include "sim/model/netburst/netburst_occupancy.h"

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
    uint8_t value; /* an enum netburst_value */
    bool mispredicted;
};

/* Operands of x87 instructions on which clocks depend. */
enum netburst_value {
#define VALUE(name, latency, busy, source) NETBURST_VALUE_##name,
#include "sim/model/netburst/netburst_clocks.def"
#undef VALUE
    NETBURST_VALUES,
};

#define NETBURST_STORES 256u
#define NETBURST_FLIGHT 126u

struct netburst_core {
    struct core_config config;
    uint64_t next;                    /* when the next instruction can be dispatched */
    uint64_t retired;                 /* when the last instruction retires */
    uint64_t uop_time;                /* of a uop at dispatch or retirement */
    uint64_t flight[NETBURST_FLIGHT]; /* when the last uops retire */
    unsigned oldest;                  /* in `flight` */
    uint64_t ready[NAMES];
    uint8_t made[NAMES]; /* the unit that a SIMD register comes from */
    struct netburst_occupancy occupancy;
    uint32_t wrong_uops; /* uops that entered after the last branch if it was mispredicted */
    uint8_t top, place[8];
    struct netburst_core_store {
        uint64_t ready;
        uint32_t address; /* divided by 8 */
        bool late;        /* it became known no earlier than the data */
        bool modified;    /* by an instruction that also reads it */
    } stores[NETBURST_STORES];
};

/* The number of uops of an instruction with these loads and stores. */
uint32_t netburst_core_uops(const struct core_config *config, const struct netburst_plan *plan,
                            uint32_t loads, uint32_t stores);

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
