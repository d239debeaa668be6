/*
 * SPDX-License-Identifier: MIT
 * Skid correction: attributes a sample to the instruction that was executing when the interrupt
 * came. The processor reports the next instruction's address; after a RET that is in the caller,
 * after a CALL in the called function.
 */
#pragma once

#include "host/analysis/fault/debug_image.h"
#include "host/data/run/run.h"

/* If `known` is false, the instruction is unknown and the address is the hit's own. */
struct skid_correction {
    uint32_t address;
    uint32_t other; /* an equally possible instruction; 0: none */
    bool known;
};

/*
 * Finds the instruction that was executed before the hit's. If the kernel single-stepped to the
 * hit, the record contains it; otherwise it is inferred from the code and `return_to`, which is
 * impossible after an indirect jump. If both the preceding instruction and a jump lead to the hit,
 * a jump from a higher address (a loop's) is chosen first, then the preceding instruction; `other`
 * is the alternative. Among several RETs or jumps that may lead there, the last one in their
 * function is chosen. The target of an indirect CALL may be known from other hits of the run.
 */
struct skid_correction skid_correction_of(const struct debug_image *image, const struct run *run,
                                          const struct hit *hit);

/* As skid_correction_of(), for a hit of a watched write: a jump or a RET cannot have written, so
 * the preceding instruction is chosen, unless it always transfers control. */
struct skid_correction skid_correction_of_write(const struct debug_image *image,
                                                const struct run *run, const struct hit *hit);
