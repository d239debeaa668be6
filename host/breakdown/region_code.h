/*
 * SPDX-License-Identifier: MIT
 * A region's instructions: those between its probes, and of what is called from there, as far as
 * the image tells; with what documents say of each.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "host/fault/debug_image.h"

struct code_instruction {
    uint32_t address, length;
    bool inside;        /* the region */
    bool begins_block;  /* a jump leads there, or one stands above */
    bool x87, repeated; /* repeated: by REP, its clocks hang on how often */
    bool first, second; /* may go as the first of a pair, as its second */
    unsigned clocks;    /* with all it needs at hand; of x87 instructions 1 */
    unsigned prefixes;  /* clocks of decoding them */
    bool changes;       /* the flow: the block ends behind it */
    bool falls;         /* what stands below may be next */
    uint32_t target;    /* of a jump in the function; 0: none, or nobody knows */
    bool anywhere;      /* a jump whose target nobody knows */
    uint16_t forms;     /* registers that form an address, a bit each */
    uint16_t writes;    /* registers that it writes, but for ESP */
};

struct region_code {
    struct code_instruction *all; /* by address */
    unsigned n;
    bool jumps_anywhere; /* it has jumps or calls whose targets nobody knows */
};

/*
 * `seen` are n addresses at which the benchmark was seen: where the region calls what nobody can
 * tell, functions there that nothing else has led to are taken to be that. False where the
 * benchmark or its probes are not in the image.
 */
bool region_code_find(const struct debug_image *image, const char *bench, unsigned region,
                      bool p55c, const uint32_t *seen, unsigned n, struct region_code *code);
void region_code_free(struct region_code *code);

/* NULL where the walk has not met it. */
const struct code_instruction *region_code_at(const struct region_code *code, uint32_t address);
