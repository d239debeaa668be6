/*
 * SPDX-License-Identifier: MIT
 * Computes the clocks of a P6 core: fetch, decode, rename, reservation station, ports, retirement.
 * It receives instructions in program order and computes their times; it does not step through
 * clocks, so waiting costs no host time.
 *
 * For each instruction call p6_core_instruction() when everything about it is known (its accesses,
 * its branch); after one with P6_READS_TIME also p6_core_read_clock().
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/p6/core/p6_insn.h"

/*
 * PARAMETER(name, value, lowest, highest, text): core_parameters.def has the source of each. They
 * are clocks, uops, bytes, or flags (0 or 1).
 */
struct p6_core_parameters {
#define PARAMETER(name, value, lowest, highest, text) unsigned name;
#include "sim/model/p6/core/core_parameters.def"
#undef PARAMETER
};

struct p6_core;

/*
 * NULL parameters: those of core_parameters.def. Returns NULL if memory is short or a parameter is
 * out of range.
 */
struct p6_core *p6_core_create(const struct p6_core_parameters *parameters);
void p6_core_destroy(struct p6_core *core);
void p6_core_defaults(struct p6_core_parameters *parameters);

/* The path by which a line reaches the data cache. */
enum p6_way { P6_WAY_NONE, P6_WAY_L2, P6_WAY_BUS, P6_WAYS };

/* One data access of an instruction. Its clocks include page walks. */
struct p6_access {
    uint32_t address; /* of the first byte; linear or physical, but always the same kind */
    uint8_t bytes;    /* 1 to 64 */
    bool write;
    uint16_t clocks; /* a read: load to use, 3 for a hit in L1; a write: until the line is
                        available, 0 for a hit. Includes the cost of a split or a page walk. */
    uint8_t again;   /* a split read occupies its port for this many more clocks */
    uint8_t way;     /* enum p6_way: the path of a read's line */
    uint8_t busy;    /* clocks in which that path is occupied */
    uint16_t walk;   /* the part of `clocks` that is page walks */
    bool unaligned;  /* set by the core: half of an unaligned MOVUPS, which is not forwarded */
};

/* Operand values on which the time of FDIV, FSQRT, FSIN, FCOS and of SSE's division depends. */
enum p6_value {
    P6_VALUE_EXTENDED, /* precision 64 bits, no simple case; SSE: no simple case; FSIN, FCOS:
                          P6_VALUE_COSINE */
    P6_VALUE_DOUBLE,
    P6_VALUE_SINGLE,
    P6_VALUE_SIMPLE, /* division by a power of two, division of 0, root of 0 or a power of four */
    /* FSIN and FCOS: the argument is 0, or the polynomial of its remainder. */
    P6_VALUE_ZERO,
    P6_VALUE_SINE_NEAR_0,
    P6_VALUE_SINE,
    P6_VALUE_COSINE_NEAR_0,
    P6_VALUES,
    P6_VALUE_COSINE = P6_VALUE_EXTENDED,
};

/* The circumstances in which an instruction was executed. */
struct p6_run {
    uint32_t address;    /* linear address of its first byte */
    uint32_t target;     /* target of a taken branch */
    uint32_t steps;      /* iterations of a repeated string instruction */
    uint16_t fetch_wait; /* clocks that fetching it took: L1I and ITLB misses */
    uint8_t accesses;    /* number of accesses */
    uint8_t value;       /* enum p6_value */
    uint8_t value_high;  /* the same for the high half of 16 bytes */
    bool taken;          /* a taken branch */
    bool mispredicted;   /* fetching had followed a wrong direction or target */
    bool decoder_target; /* taken without a BTB entry, so the decoder redirected fetching:
                            BACLEARS */
    const struct p6_access *access; /* reads and writes, each kind in program order */
};

/* Schedules one instruction. */
void p6_core_instruction(struct p6_core *core, const struct p6_insn *insn,
                         const struct p6_run *run);

/*
 * The clock in which the last instruction retired: the time base of everything outside the core. Up
 * to two uops wait to be renamed together with a third; they are not yet included in the clock and
 * the tallies. After an instruction with P6_READS_TIME, P6_SERIALISES or P6_LOCKED, after a
 * mispredicted branch, and after p6_core_settle() everything is included. p6_core_settle() is meant
 * for the end of a run, since it renames waiting uops separately.
 */
void p6_core_settle(struct p6_core *core);
uint64_t p6_core_clock(const struct p6_core *core);

/*
 * The clock at which the last instruction with P6_READS_TIME read its counter. It does not
 * serialise: older instructions may retire later; p6_clock_tally_seen() excludes them.
 */
uint64_t p6_core_read_clock(const struct p6_core *core);

/* Completes everything, including stores, and restarts fetching. For interrupts, faults, IRET. */
void p6_core_serialise(struct p6_core *core);

/* The same, and then lets `clocks` clocks pass. For HLT and the microcode of an exception. */
void p6_core_idle(struct p6_core *core, uint64_t clocks);

/* ---- account of clocks by cause: p6_account.c ------------------------------------------------ */

struct clock_account;

/* Returns NULL if memory is short. */
struct clock_account *p6_core_begin_account(struct p6_core *core);
void p6_core_end_account(struct p6_core *core);
/* Returns NULL if no account was begun. */
struct clock_account *p6_core_account(struct p6_core *core);
/* The next p6_core_idle() is HLT, or the entry into a handler; otherwise it is microcode. */
void p6_core_pause_is(struct p6_core *core, bool halted);
/* A part of the next p6_core_idle() is a wait for a line. */
void p6_core_pause_loads(struct p6_core *core, enum p6_way way, unsigned clocks);

/* ---- events by clock ------------------------------------------------------------------------- */

/* EVENT(name, most, text): at most `most` in one clock; durations have 1. */
#define P6_CORE_EVENTS(EVENT)                                                                      \
    EVENT(INST_DECODED, 3, "instructions decoded")                                                 \
    EVENT(INST_RETIRED, 3, "instructions retired")                                                 \
    EVENT(UOPS_RETIRED, 3, "uops retired")                                                         \
    EVENT(RESOURCE_STALLS, 1,                                                                      \
          "clocks in which the reorder buffer, reservation station, load buffer or store buffer "  \
          "was full, or renaming waited for a retirement")                                         \
    EVENT(PARTIAL_RAT_STALLS, 1,                                                                   \
          "clocks in which renaming waited for a part of a register or flag")                      \
    EVENT(REGISTER_READ_STALLS, 1, "clocks lost to reads of more than two retired registers")      \
    EVENT(CYCLES_DIV_BUSY, 1, "clocks in which the divider was busy")                              \
    EVENT(ILD_STALL, 1, "clocks in which length decoding waited for a length-changing prefix")     \
    EVENT(LD_BLOCKS, 3, "loads that waited for a store")                                           \
    EVENT(SB_DRAINS, 1, "clocks in which a uop waited until all stores were in the cache")         \
    EVENT(IFU_MEM_STALL, 1, "clocks in which fetching waited")

enum p6_core_event {
#define P6_CORE_EVENT(name, most, text) P6_CORE_##name,
    P6_CORE_EVENTS(P6_CORE_EVENT)
#undef P6_CORE_EVENT
        P6_CORE_EVENT_KINDS,
};

/*
 * Since p6_core_create(). A threshold CMASK = n counts clocks[n]; with INV, the elapsed clocks
 * minus clocks[n]; with E, edges[n]; with E and INV the same edges except one at an end.
 */
struct p6_tally {
    uint64_t total;
    uint64_t clocks[4]; /* [n]: clocks with at least n, n from 1 */
    uint64_t edges[4];  /* [n]: number of times that a clock with at least n follows one with
                           fewer */
};

const struct p6_tally *p6_clock_tally(const struct p6_core *core, enum p6_core_event event);

/* The total that a counter had at p6_core_read_clock(). */
uint64_t p6_clock_tally_seen(const struct p6_core *core, enum p6_core_event event);
