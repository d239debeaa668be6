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

/*
 * `row` may be NULL. Sets uops, count, total, step and row; adds P6_UNLISTED to attributes. Removes
 * from the operands the halves that the row does not use.
 */
void uop_build_insn(const struct uop_row *row, const ZydisDecodedInstruction *decoded,
                    struct uop_operands *operands, struct p6_insn *insn);

/* ---- shared with uop_halves.c ---------------------------------------------------------------- */

/* Values passed between uops of one instruction. */
enum { LOADED = P6_TEMPORARY, COMPUTED, PARTIAL, LOADED_HIGH };

_Static_assert(LOADED_HIGH == (int)P6_TEMPORARY_LAST, "all temporaries");

struct p6_uop *uop_build_append(struct p6_insn *insn, unsigned kind, unsigned ports,
                                unsigned repeat, unsigned latency);
void uop_build_read(struct p6_uop *uop, uint8_t name, uint8_t parts);
void uop_build_write(struct p6_uop *uop, uint8_t name, uint8_t parts);
void uop_build_read_address(struct p6_uop *uop, const struct uop_memory *memory);

/* Instructions on both halves of 16 bytes, and moves of one half. */
void uop_halves_build(const struct uop_row *row, const struct uop_operands *operands,
                      struct p6_insn *insn);
void uop_halves_build_move(const struct uop_row *row, const struct uop_operands *operands,
                           struct p6_insn *insn);
