/*
 * SPDX-License-Identifier: MIT
 * The model's whole state, for the files of model/ only.
 * What every instruction touches comes first; the clock only ever moves forward.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pmc/p5/p5_events.h"
#include "sim/model/chance.h"
#include "sim/model/insn.h"
#include "sim/model/common/btb.h"
#include "sim/model/common/line_cache.h"
#include "sim/model/common/return_stack.h"
#include "sim/model/common/tlb_array.h"
#include "sim/model/p5/parameters.h"
#include "sim/counters/cesr.h"
#include "sim/model/model.h"
#include "sim/model/p5/p55c_totals.h"
#include "sim/model/p5/test_registers.h"

/* insn_timing.fpu: what kind of use an instruction makes of the x87 unit. */
enum x87_kind {
    X87_NONE,
    X87_PLAIN,
    X87_MULTIPLY, /* needs the multiplier */
    X87_DIVIDE,   /* the divider, with clocks by precision control */
    X87_ROOT,     /* the divider too */
    X87_STORE,    /* its operand must be there a clock before others' */
    X87_EXCHANGE,
    X87_CONTROL,          /* FNINIT and other changes of the whole register stack */
    X87_INTEGER_MULTIPLY, /* MUL and IMUL, which borrow the unit */
    MMX_PLAIN,            /* from here on MMX, with masks of MM0 to MM7 in insn_timing.x87 */
    MMX_SATURATING,
    MMX_PACK, /* saturates, and uses the shifter */
    MMX_SHIFT,
    MMX_MULTIPLY,
    MMX_EMPTY, /* EMMS */
};

/* Totals of the 64 event selects; a P55C's second meaning of a code, on counter 1, is 64 higher. */
#define EVENT_TOTALS (2 * P5_EVENT_CODES)

#define ALL_CHUNKS 0xfu /* of a line, a bit for each 8 bytes */

/* The line that is arriving, and when its 8 bytes do: see line_arrival(). */
struct line_fill {
    uint64_t first;   /* those that were asked for */
    uint64_t until;   /* the last of them */
    uint64_t edge;    /* the bus edge of the first, ... */
    uint16_t next;    /* ... and bus clocks from each to the next */
    uint8_t critical; /* which 8 bytes were the first */
    uint8_t read;     /* of these, a bit each, those whose first read is over */
    uint32_t line;
};

#define WRITE_BUFFERS_MAX 8
#define BANKS_MAX         16

/* Somebody else who takes the bus or the memory for some bus clocks, again and again. */
struct visitor {
    unsigned interval, clocks; /* in bus clocks; no interval: there is none */
    bool random;               /* the interval is a mean, from one's end to the next */
    struct chance chance;
    uint64_t next;    /* the bus clock that the next wants to begin at */
    uint64_t had;     /* processor clocks of those that are over or begun */
    uint64_t free_at; /* the processor clock at which the last of them ends */
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
    return by.factor ? (uint64_t)((unsigned __int128)n * by.factor >> 64) : n;
}

/* From a clock that begins at an edge so many clocks, or edges, are looked up. */
#define EDGES 1024

struct bus {
    struct divisor ratio_core, ratio_bus; /* of the configuration */
    uint16_t edges[EDGES];          /* ... up to the first at or after that many clocks, and ... */
    uint16_t clocks[EDGES];         /* ... clocks up to the first at or after that many edges ... */
    uint64_t turn_clock, turn_edge; /* ... from here on, which is both: see line_occupy() */
    uint8_t bank_shift, row_shift;  /* likewise, from lines */
    uint64_t free_edge;             /* the bus clock from which a new cycle may begin, ... */
    uint64_t free_at;               /* ... as a processor clock */
    uint64_t busy; /* clocks of cycles, those still to come up to free_at included */
    uint32_t *l2_tags;
    uint32_t l2_mask;
    uint64_t write_buffers[WRITE_BUFFERS_MAX]; /* the clock at which each is empty */
    unsigned next_write_buffer;
    uint32_t open_rows[BANKS_MAX];
    uint32_t l2_line_end; /* the second-level cache takes lines below this one */
    struct visitor refresh, master;
};

/* One counter's slips. `event` is what it counted, up to the total `seen`, when last looked at. */
struct slips {
    struct chance chance;
    unsigned event;
    uint64_t seen, left; /* so many more up to the next */
    int64_t sum;
};

struct roughness {
    struct chance registers;
    struct slips slips[P5_COUNTER_COUNT];
};

struct model {
    uint64_t clock;
    bool fresh; /* a line of the running block was filled for it: see first_execution() */
    bool pairing, predicting;
    struct unit_tail tail;  /* of the instruction retired last */
    uint16_t clocks_before; /* of the unit before the block it is in, if it is of the first unit */
    uint64_t retired_at;
    const struct insn *paired_access; /* the U half of the running pair, if it went to memory */
    uint32_t paired_physical;
    uint32_t code_line; /* line read last, unless something refetches */
    uint64_t count[EVENT_TOTALS];

    struct cache data, code;
    struct line_fill data_fill, code_fill;
    bool cache_enabled;       /* by CR0 */
    bool cache_inhibited;     /* by TR12 */
    uint8_t plain_read_shift; /* see plain_reads_begin() */
    struct bus bus;

    struct btb btb;
    struct return_stack return_stack;
    struct tlb tlb_code, tlb_data, tlb_large;
    enum tlb_kind walk_kind; /* of the lookup made last */
    uint32_t walk_linear;    /* the address of that lookup */
    uint64_t tlb_missed_at;  /* is the clock if nothing has taken time since a TLB missed */

    int64_t unit_start, unit_start_before; /* of the units followed last, see issue.c */
    int64_t decoded_at;                    /* when the last of them left D1 */
    int64_t late_half;                /* its V half is decoded later than it starts: then; else 0 */
    uint64_t refilled_at;             /* the pipeline began anew at that clock */
    uint32_t fresh_first, fresh_last; /* offsets into the block that are new */
    uint32_t fresh_line; /* the line filled last, while it is gone through for the first time */
    uint32_t fresh_base;
    bool fresh_base_known;
    uint32_t fresh_physical; /* where those offsets count from */

    uint64_t x87_ready[8]; /* clock of each physical register's value */
    uint64_t x87_free;     /* from then on another x87 instruction can start */
    uint64_t multiplier_free, divider_free;
    unsigned x87_top;
    unsigned x87_divide_saved; /* clocks that division gains by less precision */
    uint8_t x87_result;        /* the physical register written last */

    uint64_t mmx_ready[8];
    uint64_t mmx_written_at; /* the clock behind the last MMX instruction, ... */
    uint8_t mmx_written;     /* ... and what it and its pair's U half wrote */
    bool mmx_state;          /* MMX was used later than x87 */

    uint64_t halted; /* clocks */
    uint64_t tsc_base;
    uint32_t tr12;
    struct p5_counters counters;
    struct roughness rough;
    struct test_registers test;
    struct model_memory memory;

    uint64_t lost[LOST_CAUSES];
    uint32_t costs_nothing; /* a bit for each cause that does: see FREE of parameters.def */
    model_lost *watch;      /* is told of every loss */
    void *watch_context;
    struct model_config config;
};

/* An access of so many bytes; `end` is its last one, on another page than the first it may be. */
struct span {
    uint32_t physical, end;
    unsigned bytes;
};

/* The pipeline stands still for so long. */
static inline void stall(struct model *model, enum lost cause, uint64_t clocks)
{
    if (__builtin_expect(model->costs_nothing >> cause & 1, 0))
        return;
    if (__builtin_expect(model->watch && clocks, 0))
        model->watch(model->watch_context, cause, model->clock, clocks);
    model->clock += clocks;
    model->lost[cause] += clocks;
}

static inline void stall_until(struct model *model, enum lost cause, uint64_t clock)
{
    if (clock > model->clock)
        stall(model, cause, clock - model->clock);
}

/* May a line from there be kept? */
static inline bool cacheable(const struct model *model, uint32_t physical)
{
    return model->cache_enabled && !model->cache_inhibited &&
           (physical < model->config.cache.uncached_from ||
            physical >= model->config.cache.uncached_to);
}

/* Works out anew which reads plain_read.c does: after a change of what it depends on. */
void plain_reads_begin(struct model *model);

#define TR12_NO_BRANCH_PREDICTION 0x1u /* RBIL, MSR 0Eh */
#define TR12_SINGLE_PIPE          0x4u
#define TR12_CACHE_INHIBIT        0x8u

/* Everything in flight before now is done with: a flush of the pipeline, a refetch. */
void pipeline_refill(struct model *model);

/* issue.c: what model_issue() leaves to a second look. */
void issue_attention(struct model *model, const struct insn *insn);
void entry_interlock(struct model *model, const struct insn *insn);

/* x87/x87_timing.c */
void x87_issue(struct model *model, const struct insn *insn);
void x87_reset(struct model *model);
unsigned x87_exchanged(const struct x87_timing *x87); /* by FXCH, besides ST0 */
void x87_delay(struct model *model, const struct insn *insn,
               uint64_t clocks); /* its operand is late */

/* tlb.c */
int tlbs_init(struct model *model);
void tlbs_release(struct model *model);

/* x87/mmx_timing.c */
void mmx_issue(struct model *model, const struct insn *insn);
void mmx_or_x87(struct model *model, bool mmx); /* which of them an instruction is */
bool mmx_conflict(const struct insn_timing *u, const struct insn_timing *v); /* cannot pair */
void mmx_data(struct model *model, const struct insn *insn, const struct span *span,
              enum access access);

/* data_access.c */
void data_access(struct model *model, const struct insn *insn, const struct span *span,
                 enum access access);
void data_write_back(struct model *model,
                     unsigned index); /* a modified line, and keeps it shared */

/* bus.c */
int bus_init(struct model *model);
void bus_release(struct model *model);
void bus_read_line(struct model *model, uint32_t physical, struct line_fill *fill);
void bus_write_line(struct model *model, uint32_t line);
uint64_t bus_read(struct model *model, uint32_t physical); /* the clock at which it is there */
uint64_t bus_read_table(struct model *model, uint32_t physical); /* likewise, of a page walk */
uint64_t bus_write(struct model *model, uint32_t physical);      /* the clock at which it is done */
uint64_t bus_io(struct model *model);                            /* likewise */
void bus_write_buffered(struct model *model, unsigned pipe_v, uint32_t physical);
bool bus_write_buffers_full(const struct model *model);
void bus_flush_l2(struct model *model);
uint64_t bus_busy(const struct model *model); /* clocks up to now */

/* roughness.c: what RDMSR gives; not 0 where TR12 cannot be read. */
void rough_reset(struct model *model);
int rough_tr12(struct model *model, uint64_t *value);
uint64_t rough_cesr(struct model *model);
uint64_t rough_counter(struct model *model, unsigned n);
/* What counter n sees of its event's total, of which it loses one or counts one twice at times. */
uint64_t rough_total(struct model *model, unsigned n, unsigned event, uint64_t total);

/* registers.c */
void registers_reset(struct model *model);
