/*
 * SPDX-License-Identifier: MIT
 * The core's whole state, for the files of this folder only. Times are clocks since it was made, on
 * one axis: a uop that is decoded in a clock can be renamed in it.
 */
#pragma once

#include <stddef.h>

#include "sim/model/p6/core/p6_core.h"

enum {
    UOP_RING = 256,  /* at least the largest reorder buffer */
    STORE_RING = 64, /* at least the most store buffers */
    LOAD_RING = 64,  /* likewise */
    FILL_RING = 16,  /* at least the most lines on their way */
    STATION_MAX = 64,
    GROUP_MAX = 8, /* uops renamed together */
    GROUP_READS = GROUP_MAX * P6_SOURCES,
    P6_LINE = 32,       /* bytes of a cache line */
    PORT_WINDOW = 4096, /* clocks ahead in which ports are booked */
    PORT_WORDS = PORT_WINDOW / 64,
};

_Static_assert(P6_NAMES <= 64, "a set of names is a word");

/* Fetching starts anew: why the next instruction does not simply follow. */
enum redirect {
    REDIRECT_NONE,
    REDIRECT_TAKEN,   /* a taken branch that was predicted */
    REDIRECT_RESTART, /* at restart_clock */
};

struct front {
    uint64_t clock; /* of the decode group */
    uint64_t restart_clock;
    uint64_t last_taken;  /* decode group of the last taken branch */
    uint64_t length_done; /* the length decoder is busy up to there */
    uint64_t line_clock,
        line_before; /* when decoding reached this line of 16 bytes, and the last */
    uint32_t next;   /* address behind the last instruction */
    uint32_t block_start, block_end;
    uint32_t line;
    uint16_t group_clocks; /* how long the group keeps the decoders */
    uint8_t slots;         /* instructions in it */
    uint8_t groups;        /* of this fetch block so far */
    uint8_t redirect;      /* enum redirect */
    bool closed;           /* nothing can join the group */
    bool length_changed;   /* this line has waited for its length-changing prefix */
};

/* The last writer of a name, or of AH. */
struct writer {
    uint64_t ready, retired;
    uint64_t number; /* of the uop */
    uint8_t parts;   /* that it wrote, or that are known to be 0 */
};

struct store {
    uint64_t address_known, data_ready, committed;
    uint32_t address;
    uint16_t wait; /* until the line is there */
    uint8_t bytes;
};

/* A line on its way to the data cache. */
struct fill {
    uint32_t line;
    uint64_t arrives;
};

struct tally_state {
    uint64_t clock;
    uint8_t count, before_count; /* in that clock, and in the one before it */
    uint64_t end;                /* of the last span */
};

/* A uop that waits for renaming, with all that is known of it. */
struct queued {
    struct p6_uop uop;
    uint8_t within[P6_SOURCES]; /* enum alias_overlap with those before it in the group */
    struct p6_access access;
    uint64_t decoded; /* clock */
    uint16_t attributes;
    uint8_t values, value;
    bool told;     /* it has an access */
    bool last;     /* of its instruction */
    bool resolves; /* a branch, */
    bool taken;    /* and it was */
};

struct p6_core {
    struct p6_core_parameters parameters;
    unsigned fetch_shift; /* of fetch_bytes, a power of two */
    struct front front;

    /* Renaming */
    struct queued group[GROUP_MAX];
    unsigned queued;
    uint64_t group_written; /* names that some of them write, a bit each */
    unsigned together;      /* so many of them can go on together */
    uint64_t group_first;   /* the first clock that the uops in it could be renamed in */
    uint64_t group_clock;   /* the same of the next group */
    uint64_t rename_floor;  /* nothing is renamed before: a branch was wrong, or all must be over */
    struct writer names[P6_NAMES + 8]; /* AL and all others; then AH to BH */
    uint8_t zero[P6_NAMES];            /* parts that are known to be 0 */
    uint8_t top;                       /* of the x87 stack */

    /* uops by number, modulo UOP_RING */
    uint64_t number;
    uint64_t renamed[UOP_RING], retired[UOP_RING];
    bool ends[UOP_RING]; /* the last of its instruction */
    uint64_t station[STATION_MAX];
    unsigned station_next;

    /* Memory */
    struct store stores[STORE_RING];
    uint64_t addressed, filled, committed; /* stores whose address, data and time are placed */
    uint64_t loads, load_retired[LOAD_RING];
    uint64_t address_known; /* of all older stores */
    uint64_t way_free[P6_WAYS];
    struct fill fills[FILL_RING];
    uint64_t filled_lines;
    uint64_t last_commit, memory_floor;

    /* Retirement */
    uint64_t last_retire;
    uint8_t retire_count;
    uint64_t read_clock;
    uint64_t resolved; /* the last branch */

    /* Ports and units: a bit for each clock from `window` on, modulo PORT_WINDOW */
    uint64_t window;
    uint64_t busy[P6_PORTS + P6_UNITS][PORT_WORDS];

    struct p6_tally tallies[P6_CORE_EVENT_KINDS];
    struct tally_state tally_states[P6_CORE_EVENT_KINDS];
};

/* ---- front_end.c: the clock in which the instruction's first uop can be renamed */
uint64_t front_decode(struct p6_core *core, const struct p6_insn *insn, const struct p6_run *run,
                      unsigned uops);
void front_redirect(struct p6_core *core, const struct p6_insn *insn, const struct p6_run *run);
void front_restart(struct p6_core *core, uint64_t clock);

/* ---- rename.c: the next uop's place, to be filled but for `decoded`, and then taken; and places
 * those that still wait for others to go with */
struct queued *rename_next(struct p6_core *core, uint64_t decoded);
void rename_uop(struct p6_core *core);
void rename_flush(struct p6_core *core);

/* ---- execute.c: places a renamed uop, with its place in the reservation station */
void execute_uop(struct p6_core *core, const struct queued *queued, uint64_t renamed,
                 unsigned place);

/* ---- alias_table.c */
struct reading {
    uint64_t ready;   /* its value is there */
    uint64_t retired; /* it is in the retirement file; before that it is read from the buffer */
    bool partial;     /* no uop on its way has all of it: it has to be in the retirement file */
};

/* What a reader finds of a writer's result. */
enum alias_overlap { ALIAS_APART, ALIAS_PARTLY, ALIAS_WHOLE };

unsigned alias_physical(const struct p6_core *core, unsigned name); /* x87: from the top */
struct reading alias_read(struct p6_core *core, const struct p6_operand *source);
enum alias_overlap alias_between(const struct p6_core *core, const struct p6_operand *result,
                                 const struct p6_operand *source);
unsigned alias_port(const struct p6_operand *source); /* P6_NONE: it takes none */
void alias_write(struct p6_core *core, const struct p6_uop *uop, bool zeroing,
                 struct writer writer);
void alias_exchange(struct p6_core *core, unsigned one, unsigned other);
void alias_forget(struct p6_core *core); /* which parts are 0 */

/* ---- booking.c */
/* The first clock from `ready` on with a port of the mask free, and the unit for `busy` clocks. */
uint64_t port_book(struct p6_core *core, unsigned ports, unsigned unit, unsigned busy,
                   uint64_t ready);
void port_book_advance(struct p6_core *core,
                       uint64_t clock); /* nothing asks for a clock before any more */

/* ---- memory_order.c: a load's result; a store's address, data and retirement */
uint64_t order_load(struct p6_core *core, const struct queued *queued, uint64_t dispatch);
uint64_t order_load_floor(struct p6_core *core, const struct queued *queued, uint64_t ready);
void order_store_address(struct p6_core *core, const struct queued *queued, uint64_t known);
void order_store_data(struct p6_core *core, uint64_t ready);
void order_store_retired(struct p6_core *core, uint64_t retired);

/* How many of an event there are in one clock, at most. */
static inline unsigned p6_core_most(enum p6_core_event event)
{
    static const uint8_t most[] = {
#define MOST(name, most_, text) most_,
        P6_CORE_EVENTS(MOST)
#undef MOST
    };

    return most[event];
}

/* ---- tally.c: one more in a clock, which never is before the last one's; a span of clocks */
static inline void clock_tally_add(struct p6_core *core, enum p6_core_event event, uint64_t clock)
{
    struct tally_state *state = &core->tally_states[event];
    struct p6_tally *tally = &core->tallies[event];

    tally->total++;
    if (clock > state->clock) {
        state->before_count = state->clock + 1 == clock ? state->count : 0;
        state->clock = clock;
        state->count = 0;
    }
    if (state->count == p6_core_most(event))
        return;
    state->count++;
    tally->clocks[state->count]++;
    tally->edges[state->count] += state->before_count < state->count;
}

void clock_tally_span(struct p6_core *core, enum p6_core_event event, uint64_t from, uint64_t to);
