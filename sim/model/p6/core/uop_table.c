/*
 * SPDX-License-Identifier: MIT
 * Finds an instruction's row in uops.def or sse_uops.def.
 */
#include "sim/model/p6/core/uop_table.h"

#include "sim/model/p5/timing_table.h"
#include "sim/model/p6/core/p6_insn.h"

#define ROW(mnemonic_, form_, shape_, p0_, p1_, p01_, latency_, ...)                               \
    {.mnemonic = ZYDIS_MNEMONIC_##mnemonic_,                                                       \
     .form = (form_),                                                                              \
     .shape = SHAPE_##shape_,                                                                      \
     .p0 = (p0_),                                                                                  \
     .p1 = (p1_),                                                                                  \
     .p01 = (p01_),                                                                                \
     .latency = (latency_),                                                                        \
     __VA_ARGS__},
#define FROM_OPERANDS .loads = LIKE_OPERANDS, .stores = LIKE_OPERANDS, .pointer = 1
#define ALU(mnemonic, form, p0, p1, p01, latency, source)                                          \
    ROW(mnemonic, form, CHAIN, p0, p1, p01, latency, FROM_OPERANDS)
#define FLAGS(mnemonic, form, p0, p1, p01, latency, source)                                        \
    ROW(mnemonic, form, FLAGS, p0, p1, p01, latency, FROM_OPERANDS)
#define CARRY(mnemonic, form, source) ROW(mnemonic, form, CARRY, 0, 0, 2, 2, FROM_OPERANDS)
#define PRODUCT(mnemonic, form, latency, source)                                                   \
    ROW(mnemonic, form, PRODUCT, 1, 0, 2, latency, FROM_OPERANDS)
#define MOVE(mnemonic, form, source)     ROW(mnemonic, form, MOVE, 0, 0, 1, 1, FROM_OPERANDS)
#define MOVE2(mnemonic, form, source)    ROW(mnemonic, form, MOVE_TWO, 0, 0, 2, 1, FROM_OPERANDS)
#define MOVES_0(mnemonic, form, source)  ROW(mnemonic, form, MOVE, 1, 0, 0, 1, FROM_OPERANDS)
#define EXCHANGE(mnemonic, form, source) ROW(mnemonic, form, EXCHANGE, 0, 0, 3, 1, FROM_OPERANDS)
#define FXCH_ROW(mnemonic, form, source) ROW(mnemonic, form, RENAME, 0, 0, 0, 1, FROM_OPERANDS)
#define UNIT(mnemonic, form, p0, p1, p01, latency, unit_, busy_, source)                           \
    ROW(mnemonic, form, CHAIN, p0, p1, p01, latency, .unit = P6_UNIT_##unit_, .busy = (busy_),     \
        FROM_OPERANDS)
#define SCALAR(mnemonic, form, p0, p1, p01, latency, unit_, busy_, source)                         \
    ROW(mnemonic, form, CHAIN, p0, p1, p01, latency, .unit = P6_UNIT_##unit_, .busy = (busy_),     \
        .from = HALF_LOW, .to = HALF_LOW, FROM_OPERANDS)
#define HALVES(mnemonic, form, p0, p1, p01, latency, mix_, unit_, busy_, source)                   \
    ROW(mnemonic, form, HALVES, p0, p1, p01, latency, .mix = MIX_##mix_, .unit = P6_UNIT_##unit_,  \
        .busy = (busy_), FROM_OPERANDS)
#define UNALIGNED(mnemonic, form, p01, source)                                                     \
    ROW(mnemonic, form, MOVE_TWO, 0, 0, p01, 1, .unaligned = true, FROM_OPERANDS)
#define HALF(mnemonic, form, from_, to_, p0, p1, p01, source)                                      \
    ROW(mnemonic, form, HALF, p0, p1, p01, 1, .from = HALF_##from_, .to = HALF_##to_, FROM_OPERANDS)
#define MICRO(mnemonic, form, p0, p1, p01, loads_, stores_, latency, source)                       \
    ROW(mnemonic, form, CHAIN, p0, p1, p01, latency, .loads = (loads_), .stores = (stores_),       \
        .pointer = 1)
#define STRING(mnemonic, form, p01, pointer_, start_, step_, source)                               \
    ROW(mnemonic, form, CHAIN, 0, 0, p01, 1, .loads = LIKE_OPERANDS, .stores = LIKE_OPERANDS,      \
        .pointer = (pointer_), .start = (start_), .step = (step_))
#define FAST_STRING(mnemonic, form, p01, pointer_, start_, step_, fast_, source)                   \
    ROW(mnemonic, form, CHAIN, 0, 0, p01, 1, .loads = LIKE_OPERANDS, .stores = LIKE_OPERANDS,      \
        .pointer = (pointer_), .start = (start_), .step = (step_), .fast = (fast_))
#define CATEGORY(category_, form, p0, p1, p01, latency, source)                                    \
    ROW(INVALID, form, CHAIN, p0, p1, p01, latency, .category = ZYDIS_CATEGORY_##category_,        \
        FROM_OPERANDS)

static const struct uop_row rows[] = {
#include "sim/model/p6/core/sse_uops.def"
#include "sim/model/p6/core/uops.def"
};

static const struct uop_row *uop_table_row(uint16_t mnemonic, uint16_t category, uint32_t form)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].mnemonic == mnemonic && rows[i].category == category &&
            (rows[i].form & form) == rows[i].form)
            return &rows[i];
    return NULL;
}

const struct uop_row *uop_table_find(const ZydisDecodedInstruction *decoded, uint32_t form)
{
    const struct uop_row *row = uop_table_row((uint16_t)decoded->mnemonic, 0, form);

    return row ? row
               : uop_table_row(ZYDIS_MNEMONIC_INVALID, (uint16_t)decoded->meta.category, form);
}

unsigned uop_table_number(const struct uop_row *row)
{
    return (unsigned)(row - rows);
}
