/*
 * SPDX-License-Identifier: MIT
 * What the model lays open to code translated for the host (sim/cpu/translate/): where its clock
 * and counts stand, and what of it is plain enough to be done there. Everything else goes through
 * model.h.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/model.h"
#include "sim/model/near_line.h"

/* Counts that translated code adds to by itself. */
enum tally {
    TALLY_INSTRUCTIONS,
    TALLY_V_PIPE,
    TALLY_INTERLOCKS,
    TALLY_CODE_READS,
    TALLY_DATA_READS,
    TALLY_DATA_WRITES,
    TALLY_WRITE_HITS, /* writes to lines that are modified or exclusive */
    TALLY_BOTH_PIPES, /* pairs of which both halves go to memory */
    TALLY_BANK_CONFLICTS,
    TALLY_BANK_CLOCKS, /* that those lose */
    TALLY_BRANCHES,
    TALLY_TAKEN,
    TALLY_TAKEN_OR_HIT,
    TALLY_BTB_HITS,
    TALLY_RETURNS,
    TALLY_PREDICTED_RETURNS, /* by the return stack */
    TALLY_FLOPS,
    TALLY_X87_CLOCKS, /* lost waiting for the x87 unit */
    TALLIES,
};

struct model_places {
    uint64_t *clock;
    uint64_t *tally[TALLIES];
    const uint64_t *code_changes; /* differs after each change of the code cache */
    uint32_t *code_line;
    struct unit_tail *tail;
    uint16_t *clocks_before;
    uint64_t *retired_at;
    unsigned data_sets;     /* of the data cache */
    unsigned bank_conflict; /* clocks */
    struct return_places {
        unsigned entries; /* that the return stack has; 0 for none */
        uint32_t *addresses;
        unsigned *top, *depth;
        unsigned mask; /* the next free address is number *top & mask */
    } returns;
};

/* False where the model, as it is set, is not one that code can be translated for. */
bool model_places(struct model *model, struct model_places *places);

/* Clocks of the x87 unit: from when on what is there. By physical register. */
struct x87_places {
    uint64_t *free, *multiplier_free, *ready;
    unsigned *top; /* the number of the stack's top */
    unsigned multiply_issue;
};

void model_x87_places(struct model *model, struct x87_places *places);

/* What issuing an x87 instruction does, beyond adding its clocks. */
struct x87_plan {
    bool exchanges;     /* ST0's time with that of ... */
    unsigned exchanged; /* ... this register; and nothing else: */
    bool waits;         /* for the unit and for operands, which it then needs */
    bool multiplies;
    unsigned early; /* clocks that its operands must be there before others' */
};

/* False where model_issue() has to be asked. */
bool model_x87_plan(const struct model *model, const struct insn *insn, struct x87_plan *plan);

/* Whether x87 instructions can be issued so now: no MMX instruction was the last before. */
bool model_x87_is_plain(const struct model *model);

/* From now on the model forgets, in `lines`, what changes in the data cache: one for each set. */
void model_set_near_lines(struct model *model, struct near_line *lines);

/*
 * Whether the line at that physical address is one that its set used last, and that can be read, or
 * written, by adding one to the counts of it.
 */
#define NEAR_READ  1u
#define NEAR_WRITE 2u
unsigned model_near(const struct model *model, uint32_t physical);

/*
 * Whether fetching these bytes, which lie in one page, is one code read for each line and nothing
 * else, and stays so for as long as *places.code_changes does.
 */
bool model_fetch_is_plain(const struct model *model, uint32_t physical, unsigned bytes);

/* What model_fetch() does of such a fetch. */
void model_fetch_plain(struct model *model, uint32_t physical, unsigned bytes, bool jumped);

/* The interlock with the block before, which may be there where tail->writes has an address of it.
 */
void model_entry_interlock(struct model *model, const struct insn *insn);

/*
 * What model_data() does of an access that no alignment boundary splits, but for counting it as a
 * read or write and looking at the other pipe.
 */
void model_read_aligned(struct model *model, const struct insn *insn, uint32_t physical);
/* The same of a read, so many clocks ahead of the clock, where that then is again but for what it
 * took. Returns whether it took nothing. */
bool model_read_ahead(struct model *model, const struct insn *insn, uint32_t physical,
                      unsigned ahead);
bool model_write_aligned(struct model *model, const struct insn *insn,
                         uint32_t physical); /* hit? */

/* A V half wants the bank that its U half has. */
void model_bank_conflict(struct model *model);

/* The first access of a V half is going to be told to model_data(): its U half went there. */
void model_paired(struct model *model, const struct insn *u, uint32_t address);
/* No access is left for a V half to collide with. */
void model_unpaired(struct model *model);

/* Where the BTB keeps a branch, for doing what is done of one that it knows. */
struct branch_place {
    const void *entries;   /* of its set; the one used last is *recent */
    const uint8_t *recent; /* that one's number */
    unsigned size_shift;   /* of an entry */
    unsigned tag, target;  /* offsets in an entry, four bytes, one behind the other */
    unsigned state, valid; /* likewise, a byte; a state is below BRANCH_STATES, or a history */
    bool two_levels;       /* two bits for each history of four outcomes, the last in bit 0 */
    unsigned counters;     /* these: an offset, four bytes */
    uint16_t settled[2];   /* state and valid of a branch that was so, 1 for taken, for long */
    unsigned ways;         /* entries of the set */
    bool falls_through;    /* not being among them, it is foreseen not to be taken */
};

#define BRANCH_WAYS   8 /* the most of a set */
#define BRANCH_STATES 4
#define BRANCH_MISSED 0x100u /* it was predicted otherwise */

/* By outcome, 1 for taken, and state: the next state, with BRANCH_MISSED where that is so. */
void model_next_states(const struct model *model, uint16_t next[2][BRANCH_STATES]);

/* False where it cannot be told so: model_branch() has to be asked each time. */
bool model_branch_place(const struct model *model, uint32_t tag, uint32_t target,
                        struct branch_place *place);

/* What it adds that a branch, which the BTB knows, was predicted to go the other way. */
#define BRANCH_MISS_COUNTS 6
struct branch_miss {
    unsigned clocks;
    uint64_t *refilled_at; /* the clock behind them */
    unsigned counts;
    struct {
        uint64_t *count;
        unsigned n;
    } count[BRANCH_MISS_COUNTS];
};
void model_branch_miss(struct model *model, const struct insn *insn, enum branch_kind kind,
                       bool taken, struct branch_miss *miss);
