/*
 * SPDX-License-Identifier: MIT
 * Maps the parts of a breakdown to layers.
 */
#include "host/output/plot/breakdown_layers.h"

#include "host/output/plot/picture.h"

_Static_assert(LAYERS <= PICTURE_MOST_SERIES, "one colour for each layer");

const char *const layer_names[LAYERS] = {
    "issue",      "executing, prefixes", "x87", "reads, misaligned, page walks", "writes, locks",
    "AGI, banks", "flushes, code misses"};

static const unsigned layer_of[PARTS] = {
    [PART_BASE] = 0,       [PART_EXECUTING] = 1, [PART_PREFIX] = 1, [PART_X87] = 2,
    [PART_READ] = 3,       [PART_TLB] = 3,       [PART_WRITE] = 4,  [PART_EM_WRITE] = 4,
    [PART_MISALIGNED] = 3, [PART_LOCKED] = 4,    [PART_IO] = 4,     [PART_AGI] = 5,
    [PART_BANK] = 5,       [PART_FLUSH] = 6,     [PART_CODE] = 6,
};

bool breakdown_layers_of(const struct breakdown *b, double layers[LAYERS + 1])
{
    bool any = false;
    for (unsigned i = 0; i <= LAYERS; i++)
        layers[i] = 0;
    if (b->list != &p5_parts) /* the layers are those of a P5 */
        return false;
    for (unsigned p = 0; p < PARTS; p++) {
        any |= b->parts[p].source != PART_UNKNOWN;
        layers[layer_of[p]] += b->parts[p].clocks;
    }
    layers[LAYERS] = b->unexplained;
    return any;
}
