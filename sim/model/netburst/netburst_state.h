/*
 * SPDX-License-Identifier: MIT
 * The NetBurst model's whole state, for the files of model/netburst/ only. An instruction is told
 * the core when all that happened to it is known: when the next one issues, or it retires. Counters
 * are told a clock when it is over.
 */
#pragma once

#include "sim/model/common/btb.h"
#include "sim/model/common/line_cache.h"
#include "sim/model/common/plan_table.h"
#include "sim/model/common/return_stack.h"
#include "sim/model/common/tlb_array.h"
#include "sim/model/model.h"
#include "sim/model/netburst/netburst_core.h"
#include "sim/model/netburst/netburst_put_through.h"

#define NETBURST_LINE_SHIFT    6
#define NETBURST_ACCESSES_MOST 64

/* The instruction that has issued and is not told the core yet. */
struct pending {
    const struct insn *insn; /* NULL where there is none */
    const struct netburst_plan *plan;
    uint32_t walk_wait; /* clocks of page walks since the last access */
    struct netburst_run run;
    struct netburst_access access[NETBURST_ACCESSES_MOST];
    uint32_t last_line; /* of its last access, for CLFLUSH */
    bool l1_miss, l2_miss, walked_load, walked_store;
    struct p4_clock retires; /* what happens in the clock in which it retires */
};

struct model {
    struct netburst_core core;
    struct pending pending;
    struct plan_table *plans; /* of struct netburst_plan */

    struct p4_counters counters;
    unsigned front_end_tags; /* that flow */
    uint32_t pebs_enable, pebs_vert;
    uint64_t at;         /* the clock that is being filled, ... */
    bool open;           /* ... and not told yet */
    struct p4_clock now; /* what is in it */

    struct cache trace, data, l2;
    bool cache_enabled; /* by CR0 */
    uint32_t trace_block;
    uint32_t fetch_wait;
    struct btb btb;
    struct return_stack return_stack;
    struct tlb tlb_code, tlb_data, tlb_data_large;
    enum tlb_kind walk_kind; /* of the lookup made last */
    bool walked;             /* it missed, and no access has come since */

    uint64_t lost[LOST_CAUSES];
    uint64_t tsc_base;
    model_overflow *overflow;
    void *overflow_context;
    model_lost *watch;
    void *watch_context;
    struct model_config config;
};

/* `n` of them happen in the clock in which the pending instruction retires. */
static inline void tell(struct model *model, enum netburst_line line, unsigned n)
{
    struct p4_clock *clock = &model->pending.retires;

    clock->any |= n ? LINE_SET(line) : 0;
    clock->events[line] =
        (uint8_t)(clock->events[line] + n < UINT8_MAX ? clock->events[line] + n : UINT8_MAX);
}

static inline uint32_t *netburst_walk_wait(struct model *model)
{
    return model->walk_kind == TLB_CODE ? &model->fetch_wait : &model->pending.walk_wait;
}

/* netburst_instruction.c: tells the core what is pending; tells counters all clocks so far, so that
 * what comes next is in a later one. */
void netburst_finish(struct model *model);
void netburst_settle(struct model *model);

/* netburst_hierarchy.c. Clocks to use. */
int netburst_hierarchy_init(struct model *model);
void netburst_hierarchy_release(struct model *model);
bool netburst_cacheable(const struct model *model, uint32_t physical);
unsigned netburst_read(struct model *model, uint32_t line);
unsigned netburst_write(struct model *model, uint32_t line);
unsigned netburst_code(struct model *model, uint32_t line);
void netburst_flush_line(struct model *model, uint32_t line);

/* netburst_tlb.c */
int netburst_tlbs_init(struct model *model);
void netburst_tlbs_release(struct model *model);

/* netburst_branch.c */
int netburst_branches_init(struct model *model);

/* netburst_msr.c */
void netburst_registers_reset(struct model *model);
