/*
 * SPDX-License-Identifier: MIT
 * Computes the clocks of a K7 from measured latencies and throughputs. It receives instructions in
 * program order and computes for each the time of dispatch (three in a clock), of start (when
 * operands and a unit are available), of completion (after its latency) and of retirement (in
 * order). It does not step through clocks.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/k7/k7_parameters.h"
#include "sim/model/k7/k7_plan.h"

struct k7_access {
    uint32_t address; /* physical address of the first byte */
    uint8_t bytes;
    bool write;
    uint16_t clocks; /* a read: load to use; a write: until the line is available, 0 for a hit */
    uint16_t miss;   /* the part of them beyond a hit, */
    bool memory;     /* because L2 missed too */
    uint16_t walk;   /* the part that is page walks */
};

/* The circumstances in which an instruction was executed. */
struct k7_run {
    const struct k7_row *value; /* the row selected by its operands, or NULL */
    uint32_t steps;             /* iterations of a repeated string instruction */
    uint16_t fetch_wait;        /* clocks that fetching it took */
    uint8_t accesses;
    bool taken, mispredicted;
    const struct k7_access *access;
};

struct k7_account;
struct k7_core;

struct k7_core *k7_core_create(const struct core_config *config); /* NULL if out of memory */
void k7_core_destroy(struct k7_core *core);

/* Schedules one instruction. */
void k7_core_instruction(struct k7_core *core, const struct k7_plan *plan,
                         const struct k7_run *run);

/* The clock in which the last instruction retires: the time base of everything outside the core. */
uint64_t k7_core_clock(const struct k7_core *core);

/* The same in 300ths of a clock. */
uint64_t k7_core_time(const struct k7_core *core);

/*
 * serialise() completes all instructions before the next one starts; idle() also lets `clocks`
 * clocks pass.
 */
void k7_core_serialise(struct k7_core *core);
void k7_core_idle(struct k7_core *core, uint64_t clocks);

/* Begins an account of clocks by cause (k7_account.h). Returns NULL if memory is short. */
struct k7_account *k7_core_begin_account(struct k7_core *core);
/* Returns NULL if none was begun. */
struct k7_account *k7_core_account(const struct k7_core *core);
/* The time from the last retirement to the end of its clock. */
uint64_t k7_core_rest(const struct k7_core *core);
