/*
 * SPDX-License-Identifier: MIT
 * Where the probes count into, and a region with nothing in it.
 */
#include "pmc/region.h"

struct region regions[REGIONS + 1]; /* the last is the harness's own */

/* So aligned, what it costs cold does not depend on what else is linked. */
__attribute__((aligned(64))) void region_empty(void)
{
    region_begin(0);
    region_end(0);
}
