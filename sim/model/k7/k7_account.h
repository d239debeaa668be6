/*
 * SPDX-License-Identifier: MIT
 * The K7's account of clocks by cause (sim/model/clock_account.h), in 300ths of a clock. Each
 * instruction has its slot of a third of a clock as `retire`. Any other time has the cause for
 * which the oldest instruction in flight is late: its dispatch first, then its loads and its unit,
 * then its latency. Causes before the retirement of the instruction before it are hidden and do not
 * count.
 */
#pragma once

#include "sim/model/clock_account.h"
#include "sim/model/k7/k7_core.h"

/* CAUSE(id, name, text) */
#define K7_CAUSES(CAUSE)                                                                           \
    CAUSE(RETIRE, "retire", "a third of a clock for each instruction")                             \
    CAUSE(DECODE, "decode", "dispatch after taken branches")                                       \
    CAUSE(CODE, "code", "code cache and code TLB misses")                                          \
    CAUSE(MISPREDICT, "mispredict", "mispredicted branches, from the branch's retirement on")      \
    CAUSE(SERIALISE, "serialise", "serialising instructions")                                      \
    CAUSE(MICROCODE, "microcode", "microcode, and fixed clocks of system instructions and I/O")    \
    CAUSE(UNIT, "units", "waits for a unit")                                                       \
    CAUSE(EXECUTE, "execute", "integer instructions that take several clocks")                     \
    CAUSE(X87, "x87", "x87 and MMX instructions")                                                  \
    CAUSE(LOAD, "load", "latency of loads in the data cache")                                      \
    CAUSE(BLOCK, "block", "loads of data from an older store")                                     \
    CAUSE(L2, "L2", "data cache misses that hit L2")                                               \
    CAUSE(MEMORY, "memory", "data cache misses that also miss L2, uncacheable loads")              \
    CAUSE(TLB, "TLB", "data TLB misses")                                                           \
    CAUSE(ENTRY, "entry", "entry into exception and interrupt handlers")                           \
    CAUSE(HALTED, "halted", "HLT, until the next interrupt")

enum k7_cause {
#define K7_CAUSE(id, name, text) K7_CAUSE_##id,
    K7_CAUSES(K7_CAUSE)
#undef K7_CAUSE
        K7_CAUSE_KINDS,
};

_Static_assert(K7_CAUSE_KINDS <= CLOCK_CAUSES_MOST, "the account has a place for each cause");

/* Times of an instruction that has just been scheduled, in 300ths of a clock. */
struct k7_account_times {
    uint64_t before;     /* retirement of the previous instruction */
    uint64_t dispatched; /* its own dispatch */
    uint64_t addressed;  /* when its loads begin */
    uint64_t loaded;     /* when they and its other operands are available */
    uint64_t began, done, retired;
    uint64_t slot; /* the least time from one retirement to the next */
};

struct k7_account;

struct k7_account *k7_account_create(void); /* NULL if out of memory */
struct clock_account *k7_account_clocks(struct k7_account *account);

void k7_account_retire(struct k7_account *account, const struct k7_plan *plan,
                       const struct k7_run *run, const struct k7_account_times *times);
/* Time passes without an instruction. */
void k7_account_pass(struct k7_account *account, uint64_t time);
/* The next pause is HLT, or the entry into a handler; otherwise it is microcode. */
void k7_account_pause_is(struct k7_account *account, bool halted);
/* A counter is being read, or the ring changes, when a clock is complete up to `rest`. */
void k7_account_note_read(struct k7_account *account, uint64_t rest);
void k7_account_set_ring(struct k7_account *account, unsigned cpl, uint64_t rest);
