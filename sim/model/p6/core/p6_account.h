/*
 * SPDX-License-Identifier: MIT
 * The P6 core's account of clocks by cause (sim/model/clock_account.h). A clock in which a uop
 * retires is `retire`. Any other clock has the cause for which the oldest uop in flight is late:
 * its decoding first, then its renaming, then its execution. Causes before the retirement of the
 * uop before it are hidden and do not count.
 */
#pragma once

#include "sim/model/clock_account.h"
#include "sim/model/p6/core/core_state.h"

/* CAUSE(id, name, text) */
#define P6_CAUSES(CAUSE)                                                                           \
    CAUSE(RETIRE, "retire", "clocks in which a uop retires")                                       \
    CAUSE(DECODE, "decode",                                                                        \
          "decoding: groups, blocks of 16 bytes, predicted jumps, prefixes, microcode sequencer")  \
    CAUSE(LENGTH, "length", "length-changing prefixes")                                            \
    CAUSE(CODE, "code", "code cache and code TLB misses")                                          \
    CAUSE(MISPREDICT, "mispredict", "mispredicted branches, from the branch's retirement on")      \
    CAUSE(TARGET, "target", "taken branches without a BTB entry, redirected by the decoder")       \
    CAUSE(SERIALISE, "serialise", "serialising instructions, far transfers")                       \
    CAUSE(PARTIAL, "partial", "reads of registers or flags after a write to a part of them")       \
    CAUSE(REGISTERS, "registers", "reads of more than two retired registers")                      \
    CAUSE(STORES, "stores", "a full store buffer or other buffer")                                 \
    CAUSE(PORT, "ports", "waits for a port or a unit")                                             \
    CAUSE(EXECUTE, "execute", "instructions that take several clocks, other than the following")   \
    CAUSE(DIVIDE, "divide", "divisions and roots")                                                 \
    CAUSE(X87, "x87", "other x87 instructions")                                                    \
    CAUSE(LOAD, "load", "latency of loads in the data cache")                                      \
    CAUSE(BLOCK, "block", "loads that wait for a store")                                           \
    CAUSE(L2, "L2", "data cache misses that hit L2")                                               \
    CAUSE(MEMORY, "memory", "data cache misses that also miss L2, uncacheable loads")              \
    CAUSE(TLB, "TLB", "data TLB misses")                                                           \
    CAUSE(LOCK, "lock", "locked accesses, and accesses after fences")                              \
    CAUSE(MICROCODE, "microcode", "fixed clocks of RDMSR, WRMSR, I/O, WBINVD and similar")         \
    CAUSE(ENTRY, "entry", "entry into exception and interrupt handlers")                           \
    CAUSE(HALTED, "halted", "HLT, until the next interrupt")

enum p6_cause {
#define P6_CAUSE(id, name, text) P6_CAUSE_##id,
    P6_CAUSES(P6_CAUSE)
#undef P6_CAUSE
        P6_CAUSE_KINDS,
};

_Static_assert(P6_CAUSE_KINDS <= CLOCK_CAUSES_MOST, "the account has a place for each cause");

/* The times of a uop that has just been scheduled. */
struct p6_uop_times {
    uint64_t before; /* retirement of the previous uop */
    uint64_t renamed, dispatch, complete, retired;
};

/* The hooks below are called only if core->account is not NULL. */

/* The uop with its `decoded` set is about to be added to the group. */
void p6_account_uop(struct p6_core *core, const struct queued *queued);
/* The instruction has been decoded. */
void p6_account_decoded(struct p6_core *core, const struct p6_run *run);
/* The instruction is scheduled; fetching may restart because of it. */
void p6_account_redirect(struct p6_core *core, const struct p6_insn *insn,
                         const struct p6_run *run);
/* The group waits from `first` to `parts` for parts of registers, and to `clock` for old ones. */
void p6_account_group(struct p6_core *core, uint64_t first, uint64_t parts, uint64_t clock);
/* The next uop of the group waits for a buffer. */
void p6_account_buffer(struct p6_core *core, uint64_t clocks);
/* A load waits for the path of its line, and then for a store. */
void p6_account_load(struct p6_core *core, const struct p6_access *load, uint64_t line,
                     uint64_t blocked);
void p6_account_retire(struct p6_core *core, const struct queued *queued,
                       const struct p6_uop_times *times);
/*
 * Clocks pass without an instruction, and fetching restarts: because older instructions must retire
 * (`serialises`), or in a pause.
 */
void p6_account_pass(struct p6_core *core, bool serialises, uint64_t clocks);
