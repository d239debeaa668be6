/*
 * SPDX-License-Identifier: MIT
 * Divides a region's clocks on a P5 into parts that add up to all of them. Each part is counted, or
 * estimated from a count and a penalty or from a profile, and has an interval.
 */
#pragma once

#include "host/analysis/breakdown/penalties.h"
#include "host/data/run/run.h"
#include "host/data/run/series_table.h"

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

enum part_source { PART_UNKNOWN, PART_COUNTED, PART_ESTIMATED };

struct part_clocks {
    enum part_source source;
    double clocks, low, high; /* 0 if unknown */
};

struct breakdown {
    double all, instructions; /* NAN if instructions were not counted */
    struct part_clocks parts[PARTS];
    double unexplained;
    double overlap; /* clocks by which the counted parts exceed all clocks, or 0 */
    double samples; /* of the profile that `executing` comes from; 0 if there is no profile */
    bool no_slots;  /* pairs or instructions were not counted, so the issue part is missing */
};

/*
 * Shares of a region's clocks, derived from a profile. A NULL pointer to it means that there is no
 * profile.
 */
struct executing_clocks;

/* Counts: of the region, ring, state and ablation of `place`, or of one multiplexing round. */
struct breakdown_counts {
    const struct run *run;
    const struct result *place;
    const struct series_table *rounds; /* NULL: use the results of `place` */
    unsigned round;
};

/* Returns false if the region's clocks were not counted. */
bool breakdown_of(const struct breakdown_counts *counts, const struct penalties *penalties,
                  const struct executing_clocks *executing, struct breakdown *breakdown);

/* Returns the clocks with a feature off divided by those with it on; NAN if unknown. */
double breakdown_without(const struct run *run, const struct result *place, const char *ablate);
