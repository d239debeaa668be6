/*
 * SPDX-License-Identifier: MIT
 * The clocks of a P6 core: fetch, decode, rename, reservation station, ports, retirement. What is
 * told it, in program order, it places in time; it steps no clocks, so a clock lost costs nothing.
 *
 * The order of calls for each instruction: p6_core_instruction() once all that happened to it is
 * known (its accesses, its branch); p6_core_read_clock() behind one with P6_READS_TIME.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/p6/core/p6_insn.h"

/*
 * PARAMETER(name, value, lowest, highest, text): core_parameters.def gives each a source. All are
 * clocks, uops or bytes; what is no number is 0 or 1.
 */
struct p6_core_parameters {
#define PARAMETER(name, value, lowest, highest, text) unsigned name;
#include "sim/model/p6/core/core_parameters.def"
#undef PARAMETER
};

struct p6_core;

/* NULL parameters: those of core_parameters.def. NULL where memory is short or one is out of range.
 */
struct p6_core *p6_core_create(const struct p6_core_parameters *parameters);
void p6_core_destroy(struct p6_core *core);
void p6_core_defaults(struct p6_core_parameters *parameters);

/* What brings lines to the data cache. */
enum p6_way { P6_WAY_NONE, P6_WAY_L2, P6_WAY_BUS, P6_WAYS };

/* One data access of an instruction. Page walks are in the clocks of the access that needs them. */
struct p6_access {
    uint32_t address; /* of the first byte; linear or physical, but always the same of both */
    uint8_t bytes;    /* 1 to 64 */
    bool write;
    uint16_t clocks; /* a read: load to use, 3 for a hit in L1; a write: until the line is there,
                        0 for a hit. With what a split or a page walk adds. */
    uint8_t again;   /* a read that is split keeps its port so many clocks more */
    uint8_t way;     /* enum p6_way: where a read's line comes from, ... */
    uint8_t busy;    /* ... and clocks in which that brings nothing else */
};

/* What a value-dependent instruction met: FDIV, FSQRT, FSIN, FCOS. */
enum p6_value {
    P6_VALUE_EXTENDED, /* precision 64 bits, no simple case; and FSIN of any other argument */
    P6_VALUE_DOUBLE,
    P6_VALUE_SINGLE,
    P6_VALUE_SIMPLE, /* division by a power of two, a zero divided, the root of 0 or 1 */
    P6_VALUE_ZERO,   /* FSIN, FCOS: the argument is 0 */
    P6_VALUE_PI,     /* a multiple of pi, or near 0: it needs no polynomial of full length */
    P6_VALUES,
};

/* What happened when an instruction ran. */
struct p6_run {
    uint32_t address;    /* linear, of its first byte */
    uint32_t target;     /* where a taken branch went */
    uint32_t steps;      /* iterations of a repeated string instruction */
    uint16_t fetch_wait; /* clocks that fetching it waited: L1I and ITLB misses */
    uint8_t accesses;    /* how many */
    uint8_t value;       /* enum p6_value */
    bool taken;          /* a branch that was */
    bool mispredicted;   /* its direction or target was not what fetching had followed */
    bool decoder_target; /* no BTB entry, but a taken one that the decoder redirects: BACLEARS */
    const struct p6_access *access; /* reads and writes, each kind in program order */
};

/* Places one instruction in time. */
void p6_core_instruction(struct p6_core *core, const struct p6_insn *insn,
                         const struct p6_run *run);

/*
 * The clock in which the last instruction retired: the time base of all that is outside. Up to two
 * uops wait for a third to be renamed with, and are in no clock and no tally yet, but for those of
 * an instruction with P6_READS_TIME, P6_SERIALISES or P6_LOCKED, or of a mispredicted branch:
 * behind it all is there, as behind p6_core_settle(), which is for an end: it breaks up what goes
 * together.
 */
void p6_core_settle(struct p6_core *core);
uint64_t p6_core_clock(const struct p6_core *core);

/*
 * The clock at which the last instruction with P6_READS_TIME read its counter. It is not
 * serialising: older instructions may retire behind it; p6_core_seen() leaves those out.
 */
uint64_t p6_core_read_clock(const struct p6_core *core);

/* Everything retires and all stores are done; fetching starts anew. Interrupts, faults, IRET. */
void p6_core_serialise(struct p6_core *core);

/* The same, and then nothing happens for so many clocks: HLT, microcode of an exception. */
void p6_core_idle(struct p6_core *core, uint64_t clocks);

/* ---- what its clocks saw ----------------------------------------------------------------------
 */

/* EVENT(name, most, text): at most so many in one clock; durations have 1. */
#define P6_CORE_EVENTS(EVENT)                                                                      \
    EVENT(INST_DECODED, 3, "instructions decoded")                                                 \
    EVENT(INST_RETIRED, 3, "instructions retired")                                                 \
    EVENT(UOPS_RETIRED, 3, "uops retired")                                                         \
    EVENT(RESOURCE_STALLS, 1,                                                                      \
          "clocks in which a buffer was full: reorder buffer, reservation "                        \
          "station, load or store buffer; or renaming waited for a retirement")                    \
    EVENT(PARTIAL_RAT_STALLS, 1, "clocks that renaming waited for a part of a register or flag")   \
    EVENT(REGISTER_READ_STALLS, 1, "clocks lost to more than two old registers")                   \
    EVENT(CYCLES_DIV_BUSY, 1, "clocks in which the divider was busy")                              \
    EVENT(ILD_STALL, 1, "clocks that length decoding waited for a length-changing prefix")         \
    EVENT(LD_BLOCKS, 3, "loads that waited for a store")                                           \
    EVENT(SB_DRAINS, 1, "clocks that something waited for all stores to be in the cache")          \
    EVENT(IFU_MEM_STALL, 1, "clocks that fetching waited")

enum p6_core_event {
#define P6_CORE_EVENT(name, most, text) P6_CORE_##name,
    P6_CORE_EVENTS(P6_CORE_EVENT)
#undef P6_CORE_EVENT
        P6_CORE_EVENT_KINDS,
};

/*
 * Since p6_core_create(). A threshold CMASK = n counts clocks[n]; with INV, the clocks that passed
 * less clocks[n]; with E, edges[n]; with E and INV the same edges but for one at an end.
 */
struct p6_tally {
    uint64_t total;
    uint64_t clocks[4]; /* [n]: clocks with n or more, n from 1 */
    uint64_t edges[4];  /* [n]: times that a clock with n or more follows one with fewer */
};

const struct p6_tally *p6_core_tally(const struct p6_core *core, enum p6_core_event event);

/* The total as a counter had it at p6_core_read_clock(). */
uint64_t p6_core_seen(const struct p6_core *core, enum p6_core_event event);
