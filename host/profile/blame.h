/*
 * SPDX-License-Identifier: MIT
 * From where a sample is to the instruction that was under way when the interrupt came. The
 * processor tells the next one: behind a RET that is in the caller, behind a CALL in the called.
 */
#pragma once

#include "host/fault/debug_image.h"
#include "host/run/run.h"

/* Not `told`: nothing tells which it was, and the address is the hit's own. */
struct blame {
    uint32_t address;
    uint32_t other; /* it may as well have been that one; 0: no */
    bool told;
};

/*
 * The instruction before the hit's, in the order in which they were executed: what was stepped over
 * to there, else as far as the code and `return_to` tell. They do not behind a jump through a
 * register. Where both the line above and a jump lead there, it is a jump from below, a loop's, or
 * else the line above, and `other` is the other one. Of several RETs, or jumps, that may have led
 * there it is the last of their function; what a CALL through a register has called, other hits of
 * the run may tell.
 */
struct blame blame_of(const struct debug_image *image, const struct run *run,
                      const struct hit *hit);

/*
 * The same of a hit of a write that was watched: neither a jump nor a RET is what wrote, so it is
 * the line above, unless that can only jump.
 */
struct blame blame_writer(const struct debug_image *image, const struct run *run,
                          const struct hit *hit);
