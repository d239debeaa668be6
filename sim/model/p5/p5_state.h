/*
 * SPDX-License-Identifier: MIT
 * The state of the P5 model, only for the files of model/. Members used by every instruction come
 * first. The clock never moves backward.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pmc/p5/p5_events.h"
#include "sim/model/chance.h"
#include "sim/model/insn.h"
#include "sim/model/common/btb_array.h"
#include "sim/model/common/line_cache.h"
#include "sim/model/common/return_stack.h"
#include "sim/model/common/tlb_array.h"
#include "sim/model/common/wide_product.h"
#include "sim/model/p5/p5_parameters.h"
#include "sim/counters/cesr.h"
#include "sim/model/p5/p5_model.h"
#include "sim/model/p5/p55c_totals.h"
#include "sim/model/p5/test_registers.h"

/* insn_timing.fpu: how an instruction uses the x87 unit. */
enum x87_kind {
    X87_NONE,
    X87_PLAIN,
    X87_MULTIPLY, /* needs the multiplier */
    X87_DIVIDE,   /* needs the divider; clocks depend on precision control */
    X87_ROOT,     /* needs the divider too */
    X87_STORE,    /* its operand must be available a clock earlier */
    X87_EXCHANGE,
    X87_CONTROL,          /* FNINIT and other changes of the whole register stack */
    X87_INTEGER_MULTIPLY, /* MUL and IMUL, which use the x87 unit */
    MMX_PLAIN,            /* from here on MMX; insn_timing.x87 has masks of MM0 to MM7 */
    MMX_SATURATING,
    MMX_PACK, /* saturates, and uses the shifter */
    MMX_SHIFT,
    MMX_MULTIPLY,
    MMX_EMPTY, /* EMMS */
};

/* Totals of the 64 event selects. On a P55C a code's meaning on counter 1 has index code + 64. */
#define EVENT_TOTALS (2 * P5_EVENT_CODES)

#define ALL_CHUNKS 0xfu /* all of a line, a bit for each 8 bytes */

/* The line that is arriving, and when: see bus_line_arrival(). */
struct line_fill {
    uint64_t first;   /* arrival of the 8 bytes that were requested */
    uint64_t until;   /* arrival of the last 8 bytes */
    uint64_t edge;    /* the bus edge of the first arrival */
    uint16_t next;    /* bus clocks from each 8 bytes to the next */
    uint8_t critical; /* index of the first 8 bytes */
    uint8_t read;     /* mask of 8 bytes whose first read is over */
    uint32_t line;
};

#define WRITE_BUFFERS_MAX 8
#define BANKS_MAX         16

/* Another user of the bus or of memory that repeatedly occupies it for some bus clocks. */
struct bus_agent {
    unsigned interval, clocks; /* in bus clocks; interval 0: none */
    bool random;               /* the interval is a mean, from one end to the next start */
    struct chance chance;
    uint64_t next;    /* the bus clock at which the next cycle is requested */
    uint64_t busy;    /* processor clocks of its cycles so far, including the current one */
    uint64_t free_at; /* processor clock at which the last of them ends */
};

/* Divides numbers below 2^56 by one below 2^8. */
struct divisor {
    uint64_t factor; /* 2^64 divided by it, rounded up; 0 for 1 */
};

static inline struct divisor divisor_of(uint64_t n)
{
    return (struct divisor){n > 1 ? UINT64_MAX / n + 1 : 0};
}

static inline uint64_t divided(uint64_t n, struct divisor by)
{
    return by.factor ? wide_product(n, by.factor).high : n;
}

/*
 * Size of the lookup tables between clocks and edges, starting at a clock that begins on an edge.
 */
#define EDGES 1024

struct bus {
    struct divisor ratio_core, ratio_bus; /* ratio of the configuration */
    uint16_t edges[EDGES];              /* edges until the first one at or after this many clocks */
    uint16_t clocks[EDGES];             /* clocks until the first one at or after this many edges */
    uint64_t origin_clock, origin_edge; /* common origin of both tables: see bus_line_occupy() */
    uint8_t bank_shift, row_shift;      /* shifts from a line number */
    uint64_t free_edge;                 /* the bus clock from which a new cycle may begin */
    uint64_t free_at;                   /* the same as a processor clock */
    uint64_t busy; /* clocks of cycles, including those still to come up to free_at */
    uint32_t *l2_tags;
    uint32_t l2_mask;
    uint64_t write_buffers[WRITE_BUFFERS_MAX]; /* the clock at which each becomes empty */
    unsigned next_write_buffer;
    uint32_t open_rows[BANKS_MAX];
    uint32_t l2_line_end; /* the second-level cache caches only lines below this one */
    struct bus_agent refresh, master;
    uint64_t memory_free_edge; /* with refresh: at the latest, memory was idle from this edge on */
};

/*
 * The slips of one counter. `event` is the event it counted, up to total `seen`, at the last check.
 */
struct counter_slips {
    struct chance chance;
    unsigned event;
    uint64_t seen, left; /* events left until the next slip */
    int64_t sum;
};

struct roughness {
    struct chance registers;
    struct counter_slips slips[P5_COUNTER_COUNT];
};

struct model {
    uint64_t clock;
    bool fresh; /* a line of the running block has just been filled: see issue_first_execution() */
    bool pairing, predicting;
    struct unit_tail tail;  /* of the last retired instruction */
    uint16_t clocks_before; /* clocks of the unit before, if the last retired instruction is in
                               its block's first unit */
    uint64_t retired_at;
    const struct insn *paired_access; /* the U half of the current pair, if it accessed memory */
    uint32_t paired_physical;
    uint32_t code_line; /* line read last, unless code must be refetched */
    uint64_t count[EVENT_TOTALS];

    struct cache data, code;
    struct line_fill data_fill, code_fill;
    bool cache_enabled;       /* by CR0 */
    bool cache_inhibited;     /* by TR12 */
    uint8_t plain_read_shift; /* see plain_read_update() */
    struct bus bus;

    struct btb btb;
    struct return_stack return_stack;
    struct tlb tlb_code, tlb_data, tlb_large;
    enum tlb_kind walk_kind; /* of the last lookup */
    uint32_t walk_linear;    /* address of the last lookup */
    uint64_t tlb_missed_at;  /* equals the clock if a TLB missed and no time has passed since */

    int64_t unit_start, unit_start_before; /* start of the last tracked units, see issue_timing.c */
    int64_t decoded_at;                    /* when the last of them left D1 */
    int64_t late_half;                /* when its V half is decoded, if that is after its start;
                                         else 0 */
    uint64_t refilled_at;             /* the clock at which the pipeline was last refilled */
    uint32_t fresh_first, fresh_last; /* range of offsets into the block that is new */
    uint32_t fresh_line;              /* the line filled last, during its first execution */
    uint32_t fresh_base;
    bool fresh_base_known;
    uint32_t fresh_physical; /* physical address at offset 0 */

    uint64_t x87_ready[8]; /* clock at which each physical register is available */
    uint64_t x87_free;     /* clock at which another x87 instruction can start */
    uint64_t multiplier_free, divider_free;
    uint64_t sine_end; /* end of the last FSIN or FCOS; the next one waits for it */
    unsigned x87_top;
    unsigned x87_divide_saved; /* clocks that division saves at lower precision */
    uint8_t x87_result;        /* the physical register written last */

    uint64_t mmx_ready[8];
    uint64_t mmx_written_at; /* the clock after the last MMX instruction */
    uint8_t mmx_written;     /* registers written by it and by its pair's U half */
    bool mmx_state;          /* MMX was used more recently than x87 */

    uint64_t halted; /* clocks */
    uint64_t tsc_base;
    uint32_t tr12;
    struct cesr_counters counters;
    struct roughness rough;
    struct test_registers test;
    struct model_memory memory;

    uint64_t lost[LOST_CAUSES];
    uint32_t free_causes;     /* mask of causes that cost nothing: see FREE in p5_parameters.def */
    model_overflow *overflow; /* never called: its counters have pins and do not interrupt */
    void *overflow_context;
    model_lost *watch; /* receives every loss */
    void *watch_context;
    struct model_config config;
};

/*
 * An access of `bytes` bytes from `physical` on; `end` is the address of its last byte, which may
 * be in another page.
 */
struct data_span {
    uint32_t physical, end;
    unsigned bytes;
};

/* Stalls the pipeline for this many clocks. */
static inline void p5_state_stall(struct model *model, enum lost cause, uint64_t clocks)
{
    if (__builtin_expect(model->free_causes >> cause & 1, 0))
        return;
    if (__builtin_expect(model->watch && clocks, 0))
        model->watch(model->watch_context, cause, model->clock, clocks);
    model->clock += clocks;
    model->lost[cause] += clocks;
}

static inline void p5_state_stall_until(struct model *model, enum lost cause, uint64_t clock)
{
    if (clock > model->clock)
        p5_state_stall(model, cause, clock - model->clock);
}

/* Returns whether a line at this address may be cached. */
static inline bool p5_cacheable(const struct model *model, uint32_t physical)
{
    return model->cache_enabled && !model->cache_inhibited &&
           (physical < model->config.cache.uncached_from ||
            physical >= model->config.cache.uncached_to);
}

/* Recomputes which reads plain_read.c handles, after a change of one of their conditions. */
void plain_read_update(struct model *model);

#define TR12_NO_BRANCH_PREDICTION 0x1u /* RBIL, MSR 0Eh */
#define TR12_SINGLE_PIPE          0x4u
#define TR12_CACHE_INHIBIT        0x8u

/* Completes everything in flight: a flush of the pipeline, a refetch. */
void pipeline_refill(struct model *model);

/* issue_timing.c: the parts of p5_issue() that only some instructions need. */
void issue_attention(struct model *model, const struct insn *insn);
void issue_entry_interlock(struct model *model, const struct insn *insn);

/* x87/x87_timing.c */
void x87_timing_issue(struct model *model, const struct insn *insn);
void x87_timing_reset(struct model *model);
/* The register that FXCH exchanges with ST0. */
unsigned x87_timing_exchanged(const struct x87_timing *x87);
/* The instruction's operand arrives `clocks` clocks late. */
void x87_timing_delay(struct model *model, const struct insn *insn, uint64_t clocks);

/* p5_tlb.c */
int p5_tlbs_init(struct model *model);
void p5_tlbs_release(struct model *model);

/* x87/mmx_timing.c */
void mmx_timing_issue(struct model *model, const struct insn *insn);
/* Notes whether an instruction uses MMX or x87. */
void mmx_timing_switch(struct model *model, bool mmx);
/* Returns whether the two cannot pair. */
bool mmx_timing_conflict(const struct insn_timing *u, const struct insn_timing *v);
void mmx_timing_data(struct model *model, const struct insn *insn, const struct data_span *span,
                     enum access access);

/* data_access.c */
void data_access(struct model *model, const struct insn *insn, const struct data_span *span,
                 enum access access);
/* Writes a modified line back; it stays in the cache, shared. */
void data_access_write_back(struct model *model, unsigned index);

/* p5_bus.c */
int p5_bus_init(struct model *model);
void p5_bus_release(struct model *model);
void p5_bus_read_line(struct model *model, uint32_t physical, struct line_fill *fill);
void p5_bus_write_line(struct model *model, uint32_t line);
/* Return the clock of arrival; read_table() is for a page table entry. */
uint64_t p5_bus_read(struct model *model, uint32_t physical);
uint64_t p5_bus_read_table(struct model *model, uint32_t physical);
/* Return the clock of completion. */
uint64_t p5_bus_write(struct model *model, uint32_t physical);
uint64_t p5_bus_io(struct model *model);
void p5_bus_write_buffered(struct model *model, unsigned pipe_v, uint32_t physical);
bool p5_bus_write_buffers_full(const struct model *model);
void p5_bus_flush_l2(struct model *model);
uint64_t p5_bus_busy(const struct model *model); /* busy clocks so far */

/* roughness.c: the values that RDMSR returns; not 0 if TR12 cannot be read. */
void rough_reset(struct model *model);
int rough_tr12(struct model *model, uint64_t *value);
uint64_t rough_cesr(struct model *model);
uint64_t rough_counter(struct model *model, unsigned n);
/* The total that counter n sees: at times it loses an event or counts one twice. */
uint64_t rough_total(struct model *model, unsigned n, unsigned event, uint64_t total);

/* p5_msr.c */
void p5_msr_reset(struct model *model);
