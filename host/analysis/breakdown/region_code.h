/*
 * SPDX-License-Identifier: MIT
 * Finds a region's instructions with their documented properties: the instructions between the
 * region's probes and those of the functions called from there, as far as the image shows them.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "host/analysis/fault/debug_image.h"

struct code_instruction {
    uint32_t address, length;
    bool inside;        /* in the region */
    bool begins_block;  /* a jump leads to it, or a jump is directly above it */
    bool x87, repeated; /* repeated: by REP; its clocks depend on the iterations */
    bool first, second; /* can issue as the first, or as the second, of a pair */
    unsigned clocks;    /* with all operands available; 1 for x87 instructions */
    unsigned prefixes;  /* clocks for decoding them */
    bool changes;       /* changes the control flow: the block ends after it */
    bool falls;         /* the instruction below can be executed next */
    uint32_t target;    /* of a jump within the function; 0: no jump, or unknown */
    bool anywhere;      /* a jump with an unknown target */
    uint16_t forms;     /* registers that form an address, one bit each */
    uint16_t writes;    /* registers that it writes, except ESP */
};

struct region_code {
    struct code_instruction *all; /* by address */
    unsigned n;
    bool jumps_anywhere; /* it has jumps or calls with unknown targets */
};

/*
 * `seen` are n addresses with samples of the benchmark: if the region has calls with unknown
 * targets, functions at these addresses that no other path reaches are assumed to be the targets.
 * Returns false if the benchmark or its probes are not in the image.
 */
bool region_code_find(const struct debug_image *image, const char *bench, unsigned region,
                      bool p55c, const uint32_t *seen, unsigned n, struct region_code *code);
void region_code_free(struct region_code *code);

/* Returns NULL if the walk has not reached the address. */
const struct code_instruction *region_code_at(const struct region_code *code, uint32_t address);
