/*
 * SPDX-License-Identifier: MIT
 * The state of the NetBurst model, only for the files of model/netburst/. An instruction is passed
 * to the core when all its circumstances are known: when the next one issues, or when it retires.
 * A clock is reported to the counters when it is over.
 */
#pragma once

#include "sim/model/common/btb_array.h"
#include "sim/model/common/line_cache.h"
#include "sim/model/common/plan_table.h"
#include "sim/model/common/return_stack.h"
#include "sim/model/common/tlb_array.h"
#include "sim/model/netburst/netburst_model.h"
#include "sim/model/netburst/netburst_core.h"
#include "sim/model/netburst/netburst_lines.h"

#define NETBURST_LINE_SHIFT    6
#define NETBURST_ACCESSES_MOST 64
#define NETBURST_TRACE_SHIFT   4 /* six uops in a line of this many bytes of code: an assumption */

/* The number of events on each line in `any`. */
struct pending_events {
    p4_lines any;
    uint32_t events[LINES];
};

/* The instruction that has issued and has not yet been passed to the core. */
struct netburst_pending {
    const struct insn *insn; /* NULL if there is no such instruction */
    const struct netburst_plan *plan;
    uint32_t walk_wait; /* clocks of page walks since the last access */
    struct netburst_run run;
    struct netburst_access access[NETBURST_ACCESSES_MOST];
    uint32_t last_line;    /* line of its last access, for CLFLUSH */
    bool l1_miss, l2_miss; /* whether its last read missed */
    bool half;             /* the last access was the first half of a wide one */
    uint32_t loads, stores;
    uint8_t element;               /* bytes of a string's element; 0: none yet */
    bool backwards;                /* the string's addresses decrease */
    uint32_t last_physical[2];     /* of its last load and store */
    bool built;                    /* its trace cache line was built for it */
    struct pending_events retires; /* events of its retirement */
};

/* Transfers on the bus, oldest first. */
enum bus_kind {
    BUS_READ,     /* a line from memory */
    BUS_PREFETCH, /* the other line of its sector */
    BUS_WRITE,    /* a line that is written back */
    BUS_READ_PART,
    BUS_WRITE_PART, /* of uncacheable memory */
    BUS_SNOOPED,    /* a line that another bus agent requests */
};

#define NETBURST_TRANSFERS 16u /* maximum outstanding: an assumption */

struct bus_transfer {
    uint64_t at;
    uint8_t kind, reported; /* clocks already reported */
};

struct netburst_bus {
    uint64_t free; /* the clock from which on the bus is free */
    uint32_t first, end;
    struct bus_transfer transfers[NETBURST_TRANSFERS];
};

/* The trace cache lines that fetching a block has built: bit n is the n-th line of the block. */
struct netburst_fetch {
    uint64_t built;
    uint32_t start;       /* physical address of the first line */
    uint32_t instruction; /* address of the block's first instruction */
    bool begun;           /* that instruction has not issued yet */
};

/*
 * State of the records that the processor stores: MSRs, and records due before the next
 * instruction.
 */
struct netburst_record {
    uint32_t area, control; /* DS_AREA, DEBUGCTL */
    int64_t overflows;      /* overflows of counter 16 seen so far */
    uint64_t clock;         /* current clock, if its overflow is already known; 0: none */
    uint32_t from;
    bool due;  /* a sample is due */
    bool left; /* a branch record is due, from `from` to the next instruction: an interrupt or
                  exception */
};

struct model {
    struct netburst_core core;
    struct netburst_pending pending;
    struct plan_table *plans; /* of struct netburst_plan */

    struct p4_counters counters;
    unsigned front_end_tags; /* active tags */
    uint32_t pebs_enable, pebs_vert;
    uint32_t misc_enable;
    struct netburst_record record;
    struct model_debug_store debug_store;
    uint64_t at;         /* the clock being filled */
    bool open;           /* it has not been reported yet */
    uint32_t bogus;      /* wrong-path uops that have not left yet */
    uint32_t bogus_each; /* maximum that leaves in a clock */
    p4_lines mode;       /* front-end mode of this clock and of clocks without events */
    struct p4_clock now; /* the events of this clock */

    struct cache trace, data, l2;
    bool cache_enabled; /* by CR0 */
    uint32_t trace_block;
    uint32_t fetch_wait;
    struct netburst_fetch fetch;
    struct netburst_bus bus;
    struct btb btb;
    struct return_stack return_stack;
    struct tlb tlb_code, tlb_data, tlb_data_large;
    enum netburst_value precision; /* of the x87 control word */
    enum tlb_kind walk_kind;       /* of the last lookup */
    bool walked;                   /* it missed, and no access has followed */

    uint64_t lost[LOST_CAUSES];
    uint64_t tsc_base;
    model_overflow *overflow;
    void *overflow_context;
    model_lost *watch;
    void *watch_context;
    struct model_config config;
};

/* `n` events happen when the pending instruction retires. */
static inline void netburst_add_events(struct model *model, enum netburst_line line, unsigned n)
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

/* netburst_instruction.c: passes the pending instruction to the core. */
void netburst_instruction_finish(struct model *model);

/*
 * netburst_report.c. advance() reports all clocks before `clock` to the counters. settle() reports
 * everything so far, so that what follows is in a later clock. retired() reports the pending
 * instruction with `uops` uops that entered the queue from `queue`.
 */
void netburst_report_advance(struct model *model, uint64_t clock, bool running);
void netburst_report_settle(struct model *model);
void netburst_report_retired(struct model *model, uint32_t uops, enum netburst_line queue);

/*
 * netburst_bus.c. Adds a transfer; returns the next clock with bus activity, UINT64_MAX if there is
 * none; reports that activity; waits until the bus is idle.
 */
void netburst_bus_transfer(struct model *model, enum bus_kind kind);
uint64_t netburst_bus_next(struct model *model);
void netburst_bus_report(struct model *model, struct p4_clock *clock);
void netburst_bus_wait(struct model *model);

/*
 * netburst_record.c. changed(): registers have changed. check(): something has retired. due(): an
 * instruction is about to issue or an interrupt about to be delivered. left(): an interrupt or
 * exception leaves the current instruction. branch(): a branch was taken.
 */
void netburst_record_changed(struct model *model);
void netburst_record_check(struct model *model);
void netburst_record_due(struct model *model);
void netburst_record_left(struct model *model);
void netburst_record_branch(struct model *model, uint32_t from, uint32_t to, bool predicted);

static inline void netburst_records(struct model *model)
{
    if (model->record.due || model->record.left)
        netburst_record_due(model);
}

/* netburst_hierarchy.c. Return the clocks until use. */
int netburst_hierarchy_init(struct model *model);
void netburst_hierarchy_release(struct model *model);
bool netburst_cacheable(const struct model *model, uint32_t physical);
unsigned netburst_hierarchy_read(struct model *model, uint32_t line);
unsigned netburst_hierarchy_write(struct model *model, uint32_t line);
unsigned netburst_hierarchy_code(struct model *model, uint32_t line);
void netburst_hierarchy_flush(struct model *model, uint32_t line);

/* netburst_tlb.c */
int netburst_tlbs_init(struct model *model);
void netburst_tlbs_release(struct model *model);

/* netburst_branch.c */
int netburst_branches_init(struct model *model);

/* netburst_msr.c */
void netburst_msr_reset(struct model *model);
