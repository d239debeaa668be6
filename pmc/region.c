/*
 * SPDX-License-Identifier: MIT
 * The slots into which region probes count, and an empty region for calibration.
 */
#include "pmc/region.h"

struct region regions[REGIONS + 1]; /* the last one belongs to the harness */

/* Aligned so that its cold cost does not depend on what else is linked. */
__attribute__((aligned(64))) void region_empty(void)
{
    region_begin(0);
    __asm__ volatile(".globl region_empty_end\nregion_empty_end:");
    region_end(0);
    __asm__ volatile(".globl region_empty_after\nregion_empty_after:");
}
