/*
 * SPDX-License-Identifier: MIT
 * The unit masks named in p6.def (SDM volume 3, Tables 19-35 to 19-37).
 */
#pragma once

#include "pmc/evntsel/unit_sets.h"

#define P6_STATES                                                                                  \
    UNIT("m", 0x08, 0x0F), UNIT("e", 0x04, 0x0F), UNIT("s", 0x02, 0x0F), UNIT("i", 0x01, 0x0F)

/* State of the line in the second-level cache. A mask of 0 counts nothing. */
UNITS(p6_mesi, 0x0F, P6_STATES)

/*
 * The state, and whether lines brought in by the hardware prefetcher are excluded, are the only
 * ones counted, or are included.
 */
UNITS(p6_mesi_prefetched, 0x0F, P6_STATES, ONE("no_hw_prefetch", 0x00, 0x30),
      ONE("only_hw_prefetch", 0x10, 0x30), ONE("any_hw_prefetch", 0x20, 0x30))

UNITS(p6_self, 0x00, ONE("self", 0x00, 0x20))
UNITS(p6_agents, 0x00, ONE("self", 0x00, 0x20), ONE("any", 0x20, 0x20))

UNITS(p6_prefetches, 0x00, ONE("nta", 0x00, 0x03), ONE("t1", 0x01, 0x03), ONE("t2", 0x02, 0x03),
      ONE("weak", 0x03, 0x03))

UNITS(p6_mmx_uops, 0x0F, ONE("all", 0x0F, 0x0F))
UNITS(p6_mmx_types, 0x3F, UNIT("mul", 0x01, 0x3F), UNIT("shift", 0x02, 0x3F),
      UNIT("pack", 0x04, 0x3F), UNIT("unpack", 0x08, 0x3F), UNIT("logical", 0x10, 0x3F),
      UNIT("arith", 0x20, 0x3F))
UNITS(p6_mmx_transitions, 0x00, ONE("mmx_to_fp", 0x00, 0x01), ONE("fp_to_mmx", 0x01, 0x01))

UNITS(p6_segments, 0x0F, UNIT("es", 0x01, 0x0F), UNIT("ds", 0x02, 0x0F), UNIT("fs", 0x04, 0x0F),
      UNIT("gs", 0x08, 0x0F))

UNITS(p6_sse, 0x00, ONE("packed_scalar", 0x00, 0x01), ONE("scalar", 0x01, 0x01))
UNITS(p6_sse2, 0x00, ONE("sse_packed_single", 0x00, 0x03), ONE("sse_scalar_single", 0x01, 0x03),
      ONE("sse2_packed_double", 0x02, 0x03), ONE("sse2_scalar_double", 0x03, 0x03))

UNITS(p6_fused, 0x00, ONE("all", 0x00, 0x03), ONE("load_op", 0x01, 0x03), ONE("store", 0x02, 0x03))
UNITS(p6_speedstep, 0x00, ONE("all", 0x00, 0x02), ONE("freq", 0x02, 0x02))
