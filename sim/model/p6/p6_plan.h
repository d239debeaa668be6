/*
 * SPDX-License-Identifier: MIT
 * The plan of an instruction form: its uops for the core and its event classes. Equal plans are
 * stored once.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/p6/core/p6_insn.h"

/* Event classes, in addition to the core's attributes. */
enum p6_class {
    CLASS_MMX = 1 << 0,
    CLASS_MMX_STORE = 1 << 1, /* MOVD and MOVQ to memory */
    CLASS_SATURATING = 1 << 2,
    CLASS_MMX_MULTIPLY = 1 << 3,
    CLASS_MMX_SHIFT = 1 << 4,
    CLASS_MMX_PACK = 1 << 5,
    CLASS_MMX_UNPACK = 1 << 6,
    CLASS_MMX_LOGICAL = 1 << 7,
    CLASS_MMX_ARITHMETIC = 1 << 8,
    CLASS_EMMS = 1 << 9,
    CLASS_SSE_PACKED = 1 << 10,
    CLASS_SSE_SCALAR = 1 << 11,
    CLASS_SSE_COMPUTING = 1 << 12,
    CLASS_PREFETCH_NTA = 1 << 13,
    CLASS_PREFETCH_T1 = 1 << 14,
    CLASS_PREFETCH_T2 = 1 << 15,
    CLASS_STREAMING = 1 << 16,
};

struct p6_plan {
    struct p6_insn insn;
    uint32_t classes;
};

/*
 * Instructions that do not fit into the table get the plan of a NOP. Returns NULL if out of memory.
 */
struct plan_table *p6_plans_create(void);

uint32_t p6_plan_classes(const struct ZydisDecodedInstruction_ *decoded,
                         const struct ZydisDecodedOperand_ *operands);
