/*
 * SPDX-License-Identifier: MIT
 * The state of the P6 core, only for the files of this directory. Times are clocks since the core
 * was created, on one axis: a uop can be renamed in the clock in which it is decoded.
 */
#pragma once

#include <stddef.h>

#include "sim/model/p6/core/p6_core.h"

enum {
    UOP_RING = 256,  /* at least the largest reorder buffer */
    STORE_RING = 64, /* at least the maximum of store buffers */
    LOAD_RING = 64,  /* at least the maximum of load buffers */
    FILL_RING = 16,  /* at least the maximum of outstanding lines */
    STATION_MAX = 64,
    GROUP_MAX = 8, /* uops renamed together */
    GROUP_READS = GROUP_MAX * P6_SOURCES,
    P6_LINE = 32,       /* bytes of a cache line */
    PORT_WINDOW = 4096, /* clocks ahead for which ports are reserved */
    PORT_WORDS = PORT_WINDOW / 64,
};

_Static_assert(P6_NAMES <= 64, "a set of names is a word");

/* Why fetching does not simply continue with the next instruction. */
enum redirect {
    REDIRECT_NONE,
    REDIRECT_TAKEN,   /* a taken branch that was predicted */
    REDIRECT_RESTART, /* restarts at restart_clock */
};

struct front {
    uint64_t clock; /* of the current decode group */
    uint64_t restart_clock;
    uint64_t last_taken;  /* decode clock of the last taken branch */
    uint64_t length_done; /* the length decoder is busy until this clock */
    uint64_t line_clock,
        line_before; /* when decoding reached the current line of 16 bytes, and the previous one */
    uint32_t next;   /* address after the last instruction */
    uint32_t block_start, block_end;
    uint32_t line;
    uint16_t group_clocks; /* clocks for which the group occupies the decoders */
    uint8_t slots;         /* number of its instructions */
    uint8_t groups;        /* groups of this fetch block so far */
    uint8_t redirect;      /* enum redirect */
    bool closed;           /* no further instruction can join the group */
    bool length_changed;   /* the delay for a length-changing prefix in this line has been added */
};

/* The last writer of a register, or of AH. */
struct alias_writer {
    uint64_t ready, retired;
    uint64_t number; /* number of the uop */
    uint8_t parts;   /* parts that it wrote, or that are known to be 0 */
};

struct p6_store {
    uint64_t address_known, data_ready, committed;
    uint32_t address;
    uint16_t wait; /* clocks until its line is available */
    uint8_t bytes;
    bool unaligned; /* as in p6_access */
};

/* A line that is being fetched to the data cache. */
struct p6_line_fill {
    uint32_t line;
    uint64_t arrives;
};

struct tally_state {
    uint64_t clock;
    uint8_t count, before_count; /* in this clock, and in the one before */
    uint64_t end;                /* of the last span */
};

/* A uop that waits for renaming, with everything known about it. */
struct queued {
    struct p6_uop uop;
    uint8_t within[P6_SOURCES]; /* enum alias_overlap with earlier uops of the group */
    struct p6_access access;
    uint64_t decoded; /* clock of decoding */
    uint16_t attributes;
    uint8_t values, value;
    bool has_access; /* `access` is valid */
    bool last;       /* the last of its instruction */
    bool resolves;   /* it resolves a branch, */
    bool taken;      /* which was taken */
};

struct p6_core {
    struct p6_core_parameters parameters;
    unsigned fetch_shift; /* log2 of fetch_bytes */
    struct front front;

    /* Renaming */
    struct queued group[GROUP_MAX];
    unsigned queued;
    uint64_t group_written; /* mask of registers that the group writes */
    unsigned together;      /* number of uops that can be renamed together */
    uint64_t group_first;   /* the first clock in which the group could be renamed */
    uint64_t group_clock;   /* the same for the next group */
    uint64_t rename_floor;  /* nothing is renamed earlier, because of a mispredicted branch or a
                               serialising instruction */
    struct alias_writer names[P6_NAMES + 8]; /* AL and all others; then AH to BH */
    uint8_t zero[P6_NAMES];                  /* parts known to be 0 */
    uint8_t top;                             /* of the x87 stack */

    /* uops by number, modulo UOP_RING */
    uint64_t number;
    uint64_t renamed[UOP_RING], retired[UOP_RING];
    bool ends[UOP_RING]; /* it is the last of its instruction */
    /* The reservation station's entries in use, in no order */
    uint64_t station[STATION_MAX];     /* the clock from which the entry is free */
    uint8_t station_port[STATION_MAX]; /* mask of the ports on which its uop could be dispatched */
    unsigned station_used;
    unsigned favoured; /* the port for the next uop renamed in this clock that could use either */

    /* Memory */
    struct p6_store stores[STORE_RING];
    uint64_t addressed, filled, committed; /* stores whose address, data, commit has been
                                              scheduled */
    uint64_t loads, load_retired[LOAD_RING];
    uint64_t address_known; /* by when the addresses of all older stores are known */
    uint64_t way_free[P6_WAYS];
    struct p6_line_fill fills[FILL_RING];
    uint64_t filled_lines;
    uint64_t last_commit, memory_floor;

    /* Retirement */
    uint64_t last_retire;
    uint8_t retire_count;
    uint64_t read_clock;
    uint64_t resolved; /* when the last branch was resolved */

    /* Ports and units: a bit for each clock from `window` on, modulo PORT_WINDOW */
    uint64_t window;
    uint64_t busy[P6_PORTS + P6_UNITS][PORT_WORDS];

    struct p6_account *account; /* NULL: not requested */
    struct p6_tally tallies[P6_CORE_EVENT_KINDS];
    struct tally_state tally_states[P6_CORE_EVENT_KINDS];
};

/* ---- front_end.c: returns the clock in which the instruction's first uop can be renamed ------ */
uint64_t front_end_decode(struct p6_core *core, const struct p6_insn *insn,
                          const struct p6_run *run, unsigned uops);
void front_end_redirect(struct p6_core *core, const struct p6_insn *insn, const struct p6_run *run);
void front_end_restart(struct p6_core *core, uint64_t clock);

/*
 * register_renaming.c. renaming_next_uop() returns the next uop to fill in, with `decoded` set;
 * renaming_add_uop() adds it to the group; renaming_flush() renames uops that wait for others.
 */
struct queued *renaming_next_uop(struct p6_core *core, uint64_t decoded);
void renaming_add_uop(struct p6_core *core);
void renaming_flush(struct p6_core *core);

/*
 * port_choice.c, for uops that can use port 0 or 1: compares the ports at the beginning of a clock;
 * returns the mask of ports of the next uop renamed in that clock.
 */
void port_choice_compare(struct p6_core *core, uint64_t clock);
unsigned port_choice_of(struct p6_core *core, const struct p6_uop *uop);

/*
 * uop_execution.c: schedules a renamed uop, with its index in the reservation station and its
 * ports.
 */
void execution_schedule(struct p6_core *core, const struct queued *queued, uint64_t renamed,
                        unsigned ports);

/* ---- alias_table.c */
struct alias_reading {
    uint64_t ready;   /* its value is available */
    uint64_t retired; /* it is in the retirement file; until then it is read from the reorder
                         buffer */
    bool partial;     /* no uop in flight has all of it, so it must be in the retirement file */
};

/* How a writer's result overlaps a source. */
enum alias_overlap { ALIAS_APART, ALIAS_PARTLY, ALIAS_WHOLE };

unsigned alias_physical(const struct p6_core *core, unsigned name); /* x87: from the top of stack */
struct alias_reading alias_read(struct p6_core *core, const struct p6_operand *source);
enum alias_overlap alias_between(const struct p6_core *core, const struct p6_operand *result,
                                 const struct p6_operand *source);
unsigned alias_port(const struct p6_operand *source); /* P6_NONE: no port */
void alias_write(struct p6_core *core, const struct p6_uop *uop, bool zeroing,
                 struct alias_writer writer);
void alias_exchange(struct p6_core *core, unsigned one, unsigned other);
void alias_forget(struct p6_core *core); /* forgets which parts are 0 */

/* ---- port_booking.c */
/*
 * Returns the first clock from `ready` on in which a port of the mask is free, and the unit for
 * `busy` clocks.
 */
uint64_t port_book(struct p6_core *core, unsigned ports, unsigned unit, unsigned busy,
                   uint64_t ready);
void port_book_advance(struct p6_core *core,
                       uint64_t clock); /* no uop will be scheduled before `clock` */

/* ---- memory_order.c: a load's result; a store's address, data and retirement ----------------- */
uint64_t memory_order_load(struct p6_core *core, const struct queued *queued, uint64_t dispatch);
uint64_t memory_order_load_floor(struct p6_core *core, const struct queued *queued, uint64_t ready);
void memory_order_store_address(struct p6_core *core, const struct queued *queued, uint64_t known);
void memory_order_store_data(struct p6_core *core, uint64_t ready);
void memory_order_store_retired(struct p6_core *core, uint64_t retired);

/* The maximum number of events in one clock. */
static inline unsigned core_state_event_most(enum p6_core_event event)
{
    static const uint8_t most[] = {
#define MOST(name, most_, text) most_,
        P6_CORE_EVENTS(MOST)
#undef MOST
    };

    return most[event];
}

/*
 * clock_tally.c: adds one event in a clock, which is never before the last one; adds a span of
 * clocks.
 */
static inline void core_state_tally_add(struct p6_core *core, enum p6_core_event event,
                                        uint64_t clock)
{
    struct tally_state *state = &core->tally_states[event];
    struct p6_tally *tally = &core->tallies[event];

    tally->total++;
    if (clock > state->clock) {
        state->before_count = state->clock + 1 == clock ? state->count : 0;
        state->clock = clock;
        state->count = 0;
    }
    if (state->count == core_state_event_most(event))
        return;
    state->count++;
    tally->clocks[state->count]++;
    tally->edges[state->count] += state->before_count < state->count;
}

void clock_tally_span(struct p6_core *core, enum p6_core_event event, uint64_t from, uint64_t to);
