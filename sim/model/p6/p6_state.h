/*
 * SPDX-License-Identifier: MIT
 * The state of the P6 model, only for the files of model/p6/. An instruction is passed to the core
 * when all its circumstances are known: when the next one issues, or when it retires.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/counters/evntsel.h"
#include "sim/model/common/btb_array.h"
#include "sim/model/common/line_cache.h"
#include "sim/model/common/plan_table.h"
#include "sim/model/common/return_stack.h"
#include "sim/model/common/tlb_array.h"
#include "sim/model/insn.h"
#include "sim/model/p6/p6_model.h"
#include "sim/model/p6/p6_events.h"
#include "sim/model/p6/p6_plan.h"

#define P6_COUNTERS 2

/*
 * Maximum number of accesses of an instruction that are passed to the core; further ones lengthen
 * it.
 */
#define ACCESSES_MOST 64

/* Maximum number of lines with bytes of one block. */
#define FETCH_LINES (BLOCK_MAX_INSNS * 15 / LINE_BYTES + 3)

/* The instruction that has issued and has not yet been passed to the core. */
struct p6_pending {
    const struct insn *insn; /* NULL if there is no such instruction */
    const struct p6_plan *plan;
    bool serialises;
    uint8_t way;        /* enum p6_way of the last requested line */
    uint32_t walk_wait; /* clocks of page walks since the last access */
    uint32_t more;      /* clocks of accesses that did not fit into `access` */
    struct p6_run run;
    struct p6_access access[ACCESSES_MOST];
};

/* The current block: lines for which fetching waited. */
struct fetched {
    uint32_t base;  /* linear address of the block's first byte */
    uint32_t delta; /* linear address minus EIP; known from the first instruction on */
    bool delta_known;
    unsigned lines, next; /* of `line`; waits from `next` on are not charged yet */
    struct {
        uint32_t linear; /* address of its first byte in the block */
        uint16_t wait;
    } line[FETCH_LINES];
};

struct model {
    struct p6_core *core;
    struct p6_pending pending;
    struct fetched fetched;
    struct plan_table *plans; /* of struct p6_plan */
    uint64_t count[TOTAL_KINDS];
    struct p6_total_set
        by_clock; /* totals with a counter condition that needs events clock by clock */

    struct evntsel_counters counters;
    struct p6_selection selected[P6_COUNTERS];
    struct count_condition *conditions[P6_COUNTERS];
    uint16_t selected_code[P6_COUNTERS];
    bool reading; /* during RDPMC, which reads before older instructions have retired */

    struct cache data, code, l2;
    bool cache_enabled;   /* by CR0 */
    uint32_t fetch_block; /* the aligned block fetched last */
    uint32_t code_line;
    struct btb btb;
    struct return_stack return_stack;
    struct tlb tlb_code, tlb_code_large, tlb_data, tlb_data_large;
    enum tlb_kind walk_kind; /* of the last lookup */
    uint32_t code_walk_wait; /* clocks of page walks since the last fetch */
    bool mmx_state;          /* MMX was used more recently than x87 */
    enum p6_value precision; /* x87 precision */

    uint64_t halted; /* clocks */
    uint64_t wakes;  /* number of times that clocks began to count again */
    uint64_t lost[LOST_CAUSES];
    uint64_t tsc_base;
    uint64_t debug_control, last_branch[2];
    uint64_t branches_taken;
    struct model_interrupts interrupts;
    bool watches_interrupts; /* a counter has selected an event about interrupts */
    bool masked, waits;      /* state of interrupts at the last check */
    uint64_t interrupts_at;  /* clock of that check */
    model_overflow *overflow;
    void *overflow_context;
    model_lost *watch;
    void *watch_context;
    struct model_config config;
};

uint64_t p6_now(const struct model *model);

/* When the current RDTSC reads the clock. */
uint64_t p6_read_clock(struct model *model);

/* Reports `n` events in each of `clocks` clocks from `from` on. */
void p6_report_total(struct model *model, enum p6_total total, uint64_t from, uint64_t clocks,
                     unsigned n);

static inline void p6_count(struct model *model, enum p6_total total, unsigned n)
{
    model->count[total] += n;
    if (__builtin_expect(p6_total_set_has(&model->by_clock, total) && n, 0))
        p6_report_total(model, total, p6_now(model), 1, n);
}

/* Counts one event in each of `clocks` clocks from now on. */
static inline void p6_count_clocks(struct model *model, enum p6_total total, unsigned clocks)
{
    model->count[total] += clocks;
    if (__builtin_expect(p6_total_set_has(&model->by_clock, total), 0))
        p6_report_total(model, total, p6_now(model), clocks, 1);
}

/* The wait to which page walks of the last lookup are added. */
static inline uint32_t *p6_walk_wait(struct model *model)
{
    return model->walk_kind == TLB_CODE ? &model->code_walk_wait : &model->pending.walk_wait;
}

/* p6_instruction.c: passes the pending instruction, as far as it was executed, to the core. */
void p6_instruction_finish(struct model *model);
void p6_instruction_abandon(struct model *model);
/* Completes everything in flight, then lets `clocks` clocks pass. */
void p6_instruction_pause(struct model *model, enum lost cause, uint64_t clocks);
void p6_instruction_overflow(struct model *model);

/*
 * p6_interrupts.c: counts the clocks up to now by the last check; checks the state; determines
 * whether a counter needs it.
 */
void p6_interrupts_count(struct model *model);
void p6_interrupts_update(struct model *model);
void p6_interrupts_watch(struct model *model);

/* p6_hierarchy.c: requests of a line beyond the first-level cache. */
int p6_hierarchy_init(struct model *model);
void p6_hierarchy_release(struct model *model);
bool p6_cacheable(const struct model *model, uint32_t physical);
/* Return the clocks until use; afterwards the line is in the cache. */
unsigned p6_hierarchy_data_line(struct model *model, uint32_t line, bool write);
unsigned p6_hierarchy_code_line(struct model *model, uint32_t line);
/* A partial bus transaction, for uncacheable memory. Returns its clocks. */
unsigned p6_hierarchy_partial(struct model *model, bool write);
void p6_hierarchy_write_back(struct model *model, uint32_t line);
void p6_hierarchy_bus_data(struct model *model, unsigned received, unsigned sent);

/* p6_tlb.c */
int p6_tlbs_init(struct model *model);
void p6_tlbs_release(struct model *model);

/* p6_registers.c */
void p6_registers_reset(struct model *model);
