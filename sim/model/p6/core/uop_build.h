/*
 * SPDX-License-Identifier: MIT
 * Builds the uops of an instruction from its operands and its row of uops.def.
 */
#pragma once

#include "sim/model/p6/core/p6_insn.h"
#include "sim/model/p6/core/uop_table.h"

enum { UOP_SOURCES = 6, UOP_RESULTS = 6, UOP_POINTERS = 2, UOP_MEMORIES = 2 };

struct uop_memory {
    uint8_t base, index; /* enum p6_name */
    uint8_t parts;       /* parts of both that form the address */
    uint8_t halves;      /* number of uops */
};

/* Operands read and written; memory operands in Zydis's order. */
struct uop_operands {
    struct p6_operand sources[UOP_SOURCES], results[UOP_RESULTS], pointers[UOP_POINTERS];
    struct uop_memory loads[UOP_MEMORIES], stores[UOP_MEMORIES];
    unsigned source_count, result_count, pointer_count, load_count, store_count;
    uint8_t flags_read, flags_written; /* mask of enum p6_flag */
    bool writes_flags;                 /* includes flags that cannot be read before retirement */
    int stack;                         /* x87: -1 pushes */
};

/* `row` may be NULL. Sets uops, count, total, step and row; adds P6_UNLISTED to attributes. */
void uop_build_insn(const struct uop_row *row, const ZydisDecodedInstruction *decoded,
                    const struct uop_operands *operands, struct p6_insn *insn);
