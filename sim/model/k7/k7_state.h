/*
 * SPDX-License-Identifier: MIT
 * The state of the K7 model, only for the files of model/k7/. An instruction is passed to the core
 * when all its circumstances are known: when the next one issues, or when it retires.
 */
#pragma once

#include "sim/counters/evntsel.h"
#include "sim/model/common/btb_array.h"
#include "sim/model/common/line_cache.h"
#include "sim/model/common/plan_table.h"
#include "sim/model/common/return_stack.h"
#include "sim/model/common/tlb_array.h"
#include "sim/model/k7/k7_core.h"
#include "sim/model/k7/k7_events.h"
#include "sim/model/k7/k7_model.h"

#define K7_COUNTERS   4
#define K7_LINE_SHIFT 6

/*
 * Maximum number of accesses of an instruction that are passed to the core; further ones lengthen
 * it.
 */
#define K7_ACCESSES_MOST 64

/* The instruction that has issued and has not yet been passed to the core. */
struct k7_pending {
    const struct insn *insn; /* NULL if there is no such instruction */
    const struct k7_plan *plan;
    bool serialises;
    uint32_t walk_wait; /* clocks of page walks since the last access */
    uint32_t more;      /* clocks to add after it */
    struct k7_run run;
    struct k7_access access[K7_ACCESSES_MOST];
};

/* A first-level TLB: fully associative, in LRU order. */
#define K7_TLB_MOST 32
struct k7_tlb {
    struct tlb_entry entries[K7_TLB_MOST];
    unsigned count, size, page_shift;
};

struct model {
    struct k7_core *core;
    struct k7_pending pending;
    struct plan_table *plans; /* of struct k7_plan */
    uint64_t count[TOTAL_KINDS];
    k7_total_set by_clock; /* totals with a counter condition that needs events clock by clock */

    struct evntsel_counters counters;
    k7_total_set selected[K7_COUNTERS];
    struct count_condition *conditions[K7_COUNTERS];
    uint16_t selected_code[K7_COUNTERS];

    struct cache data, code, l2;
    bool cache_enabled;   /* by CR0 */
    uint32_t fetch_block; /* the aligned block fetched last */
    uint32_t fetch_wait;  /* clocks, for the next instruction */
    struct btb btb;
    uint8_t *directions; /* two-bit counters */
    uint32_t history;    /* outcomes of conditional branches, the last in bit 0 */
    struct return_stack return_stack;
    struct k7_tlb tlb_code, tlb_code_large, tlb_data, tlb_data_large;
    struct tlb tlb_code_l2, tlb_data_l2;
    enum tlb_kind walk_kind; /* of the last lookup */
    unsigned precision;      /* x87 precision in bits */

    struct model_interrupts interrupts;
    bool watches_interrupts; /* a counter has selected an event about interrupts */
    bool masked, waits;      /* state of interrupts when the pending instruction began */
    uint64_t halted;         /* clocks */
    uint64_t wakes;          /* number of times that clocks began to count again */
    uint64_t lost[LOST_CAUSES];
    uint64_t tsc_base;
    model_overflow *overflow;
    void *overflow_context;
    model_lost *watch;
    void *watch_context;
    struct model_config config;
};

/* Reports `n` events in each of `clocks` clocks from `clock` on. */
void k7_report_total(struct model *model, enum k7_total total, uint64_t clock, uint64_t clocks,
                     unsigned n);

static inline void k7_count(struct model *model, enum k7_total total, unsigned n)
{
    model->count[total] += n;
    if (__builtin_expect(k7_set_has(model->by_clock, total) && n, 0))
        k7_report_total(model, total, k7_clock(model), 1, n);
}

/* The wait to which page walks of the last lookup are added. */
static inline uint32_t *k7_walk_wait(struct model *model)
{
    return model->walk_kind == TLB_CODE ? &model->fetch_wait : &model->pending.walk_wait;
}

/* k7_instruction.c: passes the pending instruction, as far as it was executed, to the core. */
void k7_instruction_finish(struct model *model);

/* k7_hierarchy.c: requests of a line beyond the first-level cache. */
int k7_hierarchy_init(struct model *model);
void k7_hierarchy_release(struct model *model);
bool k7_cacheable(const struct model *model, uint32_t physical);
/* Return the clocks until use; afterwards the line is in the cache. */
unsigned k7_hierarchy_data_line(struct model *model, uint32_t line, bool write);
unsigned k7_hierarchy_code_line(struct model *model, uint32_t line);

/* k7_tlb.c */
int k7_tlbs_init(struct model *model);
void k7_tlbs_release(struct model *model);

/* k7_branch.c */
int k7_branches_init(struct model *model);
void k7_branches_release(struct model *model);

/* k7_registers.c */
void k7_registers_reset(struct model *model);
