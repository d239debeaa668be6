/*
 * SPDX-License-Identifier: MIT
 * The parts into which a breakdown divides a region's clocks; family_parts.h has those of other
 * processors than a P5.
 */
#pragma once

/*
 * The parts of a P5: PART(id, name, text, causes). causes: the columns of the simulator's account
 * that are this part, separated by blanks.
 */
#define BREAKDOWN_PARTS(PART)                                                                      \
    PART(BASE, "issue", "one clock for each pair or unpaired instruction", "issue first")          \
    PART(EXECUTING, "executing", "additional clocks of multi-clock instructions", "executing")     \
    PART(X87, "x87", "x87 execution and waits for its results", "x87_executing x87")               \
    PART(PREFIX, "prefixes", "decoding prefixes", "prefix")                                        \
    PART(READ, "data reads", "waiting for data reads that miss", "read")                           \
    PART(WRITE, "full write buffers", "waiting for a write buffer", "write")                       \
    PART(EM_WRITE, "writes to E or M", "writes to lines in E or M", "")                            \
    PART(AGI, "AGI", "address-generation interlocks", "AGI")                                       \
    PART(BANK, "bank conflicts", "both pipes access the same bank", "bank")                        \
    PART(FLUSH, "pipeline flushes", "mispredicted branches, exceptions", "mispredict entry")       \
    PART(CODE, "code misses", "code cache misses", "code")                                         \
    PART(TLB, "TLB misses", "page table walks", "TLB")                                             \
    PART(MISALIGNED, "misaligned", "split accesses", "misaligned")                                 \
    PART(LOCKED, "locked cycles", "locked bus cycles", "lock")                                     \
    PART(IO, "I/O", "I/O cycles", "IO")

enum breakdown_part {
#define PART_ID(id, name, text, causes) PART_##id,
    BREAKDOWN_PARTS(PART_ID)
#undef PART_ID
        PARTS,
};

#define PARTS_MOST 16 /* of any processor */

_Static_assert(PARTS <= PARTS_MOST, "a breakdown has a place for each part");

struct part_text {
    const char *name, *causes;
};

/* The parts of a processor's breakdowns. */
struct part_list {
    const struct part_text *parts;
    unsigned n;
    const char *rest;        /* name of the rest */
    const char *rest_causes; /* columns of the account that no part has; NULL: the rest has none */
};

extern const struct part_list p5_parts;
