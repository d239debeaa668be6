/*
 * SPDX-License-Identifier: MIT
 * The parts into which a breakdown divides a region's clocks.
 */
#pragma once

/* PART(id, name, text) */
#define BREAKDOWN_PARTS(PART)                                                                      \
    PART(BASE, "issue", "one clock for each pair or unpaired instruction")                         \
    PART(EXECUTING, "executing", "additional clocks of multi-clock instructions")                  \
    PART(X87, "x87", "x87 execution and waits for its results")                                    \
    PART(PREFIX, "prefixes", "decoding prefixes")                                                  \
    PART(READ, "data reads", "waiting for data reads that miss")                                   \
    PART(WRITE, "full write buffers", "waiting for a write buffer")                                \
    PART(EM_WRITE, "writes to E or M", "writes to lines in E or M")                                \
    PART(AGI, "AGI", "address-generation interlocks")                                              \
    PART(BANK, "bank conflicts", "both pipes access the same bank")                                \
    PART(FLUSH, "pipeline flushes", "mispredicted branches, exceptions")                           \
    PART(CODE, "code misses", "code cache misses")                                                 \
    PART(TLB, "TLB misses", "page table walks")                                                    \
    PART(MISALIGNED, "misaligned", "split accesses")                                               \
    PART(LOCKED, "locked cycles", "locked bus cycles")                                             \
    PART(IO, "I/O", "I/O cycles")

enum breakdown_part {
#define PART_ID(id, name, text) PART_##id,
    BREAKDOWN_PARTS(PART_ID)
#undef PART_ID
        PARTS,
};

extern const char *const part_names[PARTS], *const part_texts[PARTS];
