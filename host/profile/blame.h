/*
 * SPDX-License-Identifier: MIT
 * From where a sample is to the instruction that was under way when the interrupt came. The
 * processor tells the next one: behind a RET that is in the caller, behind a CALL in the called.
 */
#pragma once

#include "host/fault/debug_image.h"
#include "host/run/run.h"

/*
 * The instruction before the hit's, in the order in which they were executed, as far as the code
 * and `return_to` tell; where they do not, the hit's own. Where both the line above and a jump lead
 * there, it is a jump from below, a loop's, or else the line above. Of several RETs that may have
 * led there it is the last of their function; what a CALL through a register has called, other hits
 * of the run may tell.
 */
uint32_t blame_address(const struct debug_image *image, const struct run *run,
                       const struct hit *hit);

/*
 * The same of a hit of a write that was watched: neither a jump nor a RET is what wrote, so it is
 * the line above, unless that can only jump.
 */
uint32_t blame_writer(const struct debug_image *image, const struct run *run,
                      const struct hit *hit);
