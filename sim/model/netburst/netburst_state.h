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
#define NETBURST_TRACE_SHIFT   4 /* bytes of code for six uops: an assumption */

/* So many events on each line that is in `any`. */
struct pending_events {
    p4_lines any;
    uint32_t events[LINES];
};

/* The instruction that has issued and is not told the core yet. */
struct pending {
    const struct insn *insn; /* NULL where there is none */
    const struct netburst_plan *plan;
    uint32_t walk_wait; /* clocks of page walks since the last access */
    struct netburst_run run;
    struct netburst_access access[NETBURST_ACCESSES_MOST];
    uint32_t last_line;    /* of its last access, for CLFLUSH */
    bool l1_miss, l2_miss; /* of its last read */
    bool half;             /* the first of a wide access was the last */
    uint32_t loads, stores;
    bool built;                    /* its line of the trace cache was built for it */
    struct pending_events retires; /* what happens when it retires */
};

/* Transfers on the bus, of the oldest ones first. */
enum bus_kind {
    BUS_READ,     /* a line of memory */
    BUS_PREFETCH, /* the other one of its sector */
    BUS_WRITE,    /* a line that is written back */
    BUS_READ_PART,
    BUS_WRITE_PART, /* of what is not cacheable */
    BUS_SNOOPED,    /* a line that another bus master asks for */
};

#define NETBURST_TRANSFERS 16u /* that may be outstanding: an assumption */

struct bus_transfer {
    uint64_t at;
    uint8_t kind, told; /* clocks of it */
};

struct netburst_bus {
    uint64_t free; /* from that clock on */
    uint32_t first, end;
    struct bus_transfer transfers[NETBURST_TRANSFERS];
};

/* Which lines of the trace cache a block's fetching has built: bit n the n-th from its first on. */
struct netburst_fetch {
    uint64_t built;
    uint32_t start;       /* of the first line: physical; below, what the block's first ... */
    uint32_t instruction; /* ... instruction has for an address, ... */
    bool begun;           /* ... which has not issued yet */
};

/* Of the records that the processor stores: MSRs, and what is due before the next instruction. */
struct netburst_record {
    uint32_t area, control; /* DS_AREA, DEBUGCTL */
    int64_t overflows;      /* of counter 16, that have been seen */
    uint64_t clock;         /* the one that will have another, which has been, too; 0 for none */
    uint32_t from;
    bool due;  /* a sample */
    bool left; /* a branch from there to what comes next: an interrupt's or an exception's */
};

struct model {
    struct netburst_core core;
    struct pending pending;
    struct plan_table *plans; /* of struct netburst_plan */

    struct p4_counters counters;
    unsigned front_end_tags; /* that flow */
    uint32_t pebs_enable, pebs_vert;
    uint32_t misc_enable;
    struct netburst_record record;
    struct model_recorder recorder;
    uint64_t at;         /* the clock that is being filled, ... */
    bool open;           /* ... and not told yet */
    uint32_t bogus;      /* uops of wrong paths that have not left yet, ... */
    uint32_t bogus_each; /* ... and leave in a clock */
    p4_lines mode;       /* of the front end in it, and in those that nothing is told of: a line */
    struct p4_clock now; /* what is in it */

    struct cache trace, data, l2;
    bool cache_enabled; /* by CR0 */
    uint32_t trace_block;
    uint32_t fetch_wait;
    struct netburst_fetch fetch;
    struct netburst_bus bus;
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

/* `n` of them happen when the pending instruction retires. */
static inline void tell(struct model *model, enum netburst_line line, unsigned n)
{
    struct pending_events *retires = &model->pending.retires;

    retires->any |= n ? LINE_SET(line) : 0;
    retires->events[line] += n;
}

static inline void netburst_forget(struct pending_events *events)
{
    for (; events->any; events->any &= events->any - 1)
        events->events[__builtin_ctzll(events->any)] = 0;
}

static inline uint32_t *netburst_walk_wait(struct model *model)
{
    return model->walk_kind == TLB_CODE ? &model->fetch_wait : &model->pending.walk_wait;
}

/* netburst_instruction.c: tells the core what is pending. */
void netburst_finish(struct model *model);

/* netburst_tell.c. The counters are told all clocks before that one; all so far, so that what comes
 * next is in a later one; what is pending, of so many uops, which came into the queue by `queue`.
 */
void netburst_advance(struct model *model, uint64_t clock, bool running);
void netburst_settle(struct model *model);
void netburst_tell_retired(struct model *model, uint32_t uops, enum netburst_line queue);

/* netburst_bus.c. One more transfer; the clock in which the bus next does something, UINT64_MAX for
 * none, and what that is; until it does nothing. */
void netburst_bus_transfer(struct model *model, enum bus_kind kind);
uint64_t netburst_bus_next(struct model *model);
void netburst_bus_tell(struct model *model, struct p4_clock *clock);
void netburst_bus_wait(struct model *model);

/* netburst_record.c. Registers have changed; something has retired; an instruction is about to
 * issue, or an interrupt about to be delivered, which is a branch from there; a branch was taken.
 */
void netburst_record_changed(struct model *model);
void netburst_record_look(struct model *model);
void netburst_record_due(struct model *model);
void netburst_record_left(struct model *model);
void netburst_record_branch(struct model *model, uint32_t from, uint32_t to, bool foreseen);

static inline void netburst_records(struct model *model)
{
    if (model->record.due || model->record.left)
        netburst_record_due(model);
}

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
