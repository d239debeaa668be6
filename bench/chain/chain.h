/*
 * SPDX-License-Identifier: MIT
 * Shared code of the chain benchmarks: each follows a chain in its own order through `size` bytes
 * and reports the clocks of one load.
 *
 * A run follows the chain until caches and TLB are in a steady state, and then measures the loads
 * after that. It continues where the previous run ended, so the chain need not be completed.
 */
#pragma once

#include "bench/chain/pages.h"
#include "bench/memory/chase.h"
#include "bench/memory/infer.h"

#define LINE  32u
#define STEPS 24576u
#define SHORT                                                                                      \
    8192u /* the cost and evictions of a region's begin and end are the same in a short run */
#define FIRST 1024u
#define WARM  524288u /* loads, to fill a second-level cache of 2 MB */
#define AGED  131072u /* loads if more than 2 MB are used: the lines of 4 MB */

#define SIZES   "256,512,1K,2K,4K,8K,16K,32K,64K,128K,256K,512K,1M,2M,4M,8M,16M"
#define STRIDES "4,8,16,32,64,128,256,512,1K,2K,4K,8K,16K"

region_name(0, "chain");
region_name(1, "short");
region_name(2, "first"); /* takes the misses of the probes' code and data */

static long size, stride, pages;
static struct pages frames;
static char *node; /* NULL: not in ring 0 */

static inline uint32_t chain_nodes(void)
{
    return (uint32_t)(size > stride ? size / stride : 1);
}

/* The address of node i. */
static inline char *chain_node(uint32_t i)
{
    return frames.nodes + i * (uint32_t)stride;
}

/* Begins setup(); returns false if pages cannot be mapped, and then nothing is measured. */
static inline bool chain_open(uint32_t apart, uint32_t *kernel)
{
    node = NULL;
    if (pages != PAGES_WHOLE && !in_ring_0())
        return false;
    pages_make(&frames, pages, (uint32_t)(size > stride ? size : stride), apart);
    node = frames.nodes;
    *kernel = pages_open(&frames);
    return true;
}

static inline uint32_t chain_warm(uint32_t loads)
{
    const uint32_t most = size > 2 << 20 ? AGED : WARM;

    return (loads < most ? loads : most) / UNROLLED * UNROLLED + UNROLLED;
}

static inline void chain_run(void)
{
    if (!node)
        return;
    const uint32_t kernel = pages_open(&frames);
    node = measure_chase(2, node, chain_warm(chain_nodes()), FIRST);
    node = measure_chase(1, node, UNROLLED, SHORT);
    node = measure_chase(0, node, UNROLLED, STEPS);
    pages_close(&frames, kernel);
}

static inline uint32_t chain_memory(void)
{
    return pages_memory(pages, (uint32_t)(size > stride ? size : stride));
}

/* The ends of two regions differ by a few dozen clocks, less than half a hundredth per load. */
static inline int64_t hundredths(int64_t thousandths)
{
    return (thousandths + 5) / 10 * 10;
}

static inline void chain_conclude(void)
{
    const int64_t all = finding_measured(0, "clocks"), some = finding_measured(1, "clocks");

    if (!node)
        finding_text("clocks_per_load", "needs ring 0");
    else if (all != NOT_MEASURED && some != NOT_MEASURED)
        finding("clocks_per_load", hundredths((all - some) / (STEPS - SHORT)), "clocks");
}
