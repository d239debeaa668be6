/*
 * SPDX-License-Identifier: MIT
 * The clocks of a K7 by measured latencies and throughputs. What is told it in program order it
 * places in time: an instruction is dispatched, three in a clock; begins when its operands and a
 * unit are there; is done by its latency; retires in order. No clocks are stepped.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/k7/k7_parameters.h"
#include "sim/model/k7/k7_plan.h"

struct k7_access {
    uint32_t address; /* of the first byte, physical */
    uint8_t bytes;
    bool write;
    uint16_t clocks; /* a read: load to use; a write: until the line is there, 0 for a hit */
};

/* What happened when an instruction ran. */
struct k7_run {
    const struct k7_row *value; /* the row that its operands chose, or NULL */
    uint32_t steps;             /* iterations of a repeated string instruction */
    uint16_t fetch_wait;        /* clocks that fetching it waited */
    uint8_t accesses;
    bool taken, mispredicted;
    const struct k7_access *access;
};

struct k7_core;

struct k7_core *k7_core_create(const struct core_config *config); /* NULL without memory */
void k7_core_destroy(struct k7_core *core);

/* Places one. */
void k7_core_instruction(struct k7_core *core, const struct k7_plan *plan,
                         const struct k7_run *run);

/* The clock in which the last one retired: the time base of all that is outside. */
uint64_t k7_core_clock(const struct k7_core *core);

/* The same in 300ths of a clock. */
uint64_t k7_core_time(const struct k7_core *core);

/* All is done before what comes next begins; and then nothing happens for so many clocks. */
void k7_core_serialise(struct k7_core *core);
void k7_core_idle(struct k7_core *core, uint64_t clocks);
