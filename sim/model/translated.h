/*
 * SPDX-License-Identifier: MIT
 * Interface of the P5 model for translated code (sim/cpu/translator/): addresses of its clock and
 * counts, and the operations simple enough to be done in translated code. Everything else goes
 * through model.h.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/model.h"
#include "sim/model/near_line.h"

/* Counts that translated code updates itself. */
enum tally {
    TALLY_INSTRUCTIONS,
    TALLY_V_PIPE,
    TALLY_INTERLOCKS,
    TALLY_CODE_READS,
    TALLY_DATA_READS,
    TALLY_DATA_WRITES,
    TALLY_WRITE_HITS, /* writes to modified or exclusive lines */
    TALLY_BOTH_PIPES, /* pairs in which both halves access memory */
    TALLY_BANK_CONFLICTS,
    TALLY_BANK_CLOCKS, /* clocks lost to bank conflicts */
    TALLY_BRANCHES,
    TALLY_TAKEN,
    TALLY_TAKEN_OR_HIT,
    TALLY_BTB_HITS,
    TALLY_RETURNS,
    TALLY_PREDICTED_RETURNS, /* by the return stack */
    TALLY_FLOPS,
    TALLY_X87_CLOCKS, /* clocks lost waiting for the x87 unit */
    TALLIES,
};

struct model_places {
    uint64_t *clock;
    uint64_t *tally[TALLIES];
    const uint64_t *code_changes; /* changes at each change of the code cache */
    uint32_t *code_line;
    struct unit_tail *tail;
    uint16_t *clocks_before;
    uint64_t *retired_at;
    unsigned data_sets;     /* number of sets of the data cache */
    unsigned bank_conflict; /* clocks */
    struct return_places {
        unsigned entries; /* entries of the return stack; 0: none */
        uint32_t *addresses;
        unsigned *top, *depth;
        unsigned mask; /* index of the next free address: *top & mask */
    } returns;
};

/* Returns false if code cannot be translated for the model's current configuration. */
bool p5_translated_places(struct model *model, struct model_places *places);

/*
 * Clocks from which the x87 unit and its results are available; `ready` is indexed by physical
 * register.
 */
struct x87_places {
    uint64_t *free, *multiplier_free, *ready;
    unsigned *top; /* number of the register at the top of stack */
    unsigned multiply_issue;
};

void p5_translated_x87_places(struct model *model, struct x87_places *places);

/* The effect of issuing an x87 instruction, besides adding its clocks. */
struct x87_plan {
    bool exchanges;     /* only exchanges the ready clocks of ST0 and `exchanged` */
    unsigned exchanged; /* register */
    bool waits;         /* waits for the unit and its operands, and occupies the unit */
    bool multiplies;
    unsigned early; /* clocks by which its operands must be available earlier than for other
                       instructions */
};

/* Returns false if model_issue() must be called. */
bool p5_translated_x87_plan(const struct model *model, const struct insn *insn,
                            struct x87_plan *plan);

/*
 * Returns whether x87 instructions can be issued in this way now: the previous one was no MMX
 * instruction.
 */
bool p5_translated_x87_is_plain(const struct model *model);

/*
 * From now on the model invalidates entries of `lines`, one for each set, when the data cache
 * changes.
 */
void p5_translated_set_near_lines(struct model *model, struct near_line *lines);

/*
 * Returns whether the line at this physical address is the one that its set used last, and can be
 * read or written with no effect other than one count.
 */
#define NEAR_READ  1u
#define NEAR_WRITE 2u
unsigned model_translated_near(const struct model *model, uint32_t physical);

/*
 * Returns whether fetching these bytes, which are in one page, is one code read for each line and
 * has no other effect. The result holds while *places.code_changes stays the same.
 */
bool p5_translated_fetch_is_plain(const struct model *model, uint32_t physical, unsigned bytes);

/* Performs model_fetch() for such a fetch. */
void p5_translated_fetch(struct model *model, uint32_t physical, unsigned bytes, bool jumped);

/*
 * Adds the interlock with the previous block, which is possible if tail->writes contains an address
 * register of the instruction.
 */
void p5_translated_entry_wait(struct model *model, const struct insn *insn);

/*
 * Performs model_data() for an access that crosses no alignment boundary, except counting it as a
 * read or write and checking the other pipe.
 */
void data_access_read_aligned(struct model *model, const struct insn *insn, uint32_t physical);
/*
 * The same for a read that takes place `ahead` clocks later; afterwards the clock has advanced only
 * by the cost of the read. Returns whether it cost nothing.
 */
bool plain_read_ahead(struct model *model, const struct insn *insn, uint32_t physical,
                      unsigned ahead);
bool data_access_write_aligned(struct model *model, const struct insn *insn,
                               uint32_t physical); /* returns whether it hit */

/* The V half needs the same bank as its U half. */
void data_access_bank_conflict(struct model *model);

/*
 * The first access of a V half is about to be reported to model_data(); its U half accessed this
 * address.
 */
void p5_translated_paired(struct model *model, const struct insn *u, uint32_t address);
/* The V half has no more accesses that could conflict. */
void p5_translated_unpaired(struct model *model);

/* A branch's place in the BTB, for updating a known branch in translated code. */
struct branch_place {
    const void *entries;   /* entries of its set; the one used last is *recent */
    const uint8_t *recent; /* index of the entry used last */
    unsigned size_shift;   /* log2 of the size of an entry */
    unsigned tag, target;  /* offsets in an entry, four bytes each, adjacent */
    unsigned state, valid; /* offsets in an entry, one byte each; a state is below BRANCH_STATES,
                              or a history */
    bool two_levels;       /* two-bit counters for each history of four outcomes, the last in bit
                              0 */
    unsigned counters;     /* offset of the two-bit counters in an entry, four bytes */
    uint16_t settled[2];   /* state and valid of a branch that had this outcome (1: taken) for
                              long */
    unsigned ways;         /* number of entries of the set */
    bool falls_through;    /* a branch without an entry is predicted not taken */
};

#define BRANCH_WAYS   8 /* maximum number of ways of a set */
#define BRANCH_STATES 4
#define BRANCH_MISSED 0x100u /* flag: it was mispredicted */

/* The next state by outcome (1: taken) and state, with BRANCH_MISSED if that is a misprediction. */
void p5_translated_next_states(const struct model *model, uint16_t next[2][BRANCH_STATES]);

/* Returns false if translated code cannot do it: model_branch() must be called each time. */
bool p5_translated_branch_place(const struct model *model, uint32_t tag, uint32_t target,
                                struct branch_place *place);

/* The cost and counts of a known branch that was predicted in the wrong direction. */
#define BRANCH_MISS_COUNTS 6
struct branch_miss {
    unsigned clocks;
    uint64_t *refilled_at; /* set to the clock after the misprediction */
    unsigned counts;
    struct {
        uint64_t *count;
        unsigned n;
    } count[BRANCH_MISS_COUNTS];
};
void branch_timing_miss(struct model *model, const struct insn *insn, enum branch_kind kind,
                        bool taken, struct branch_miss *miss);
