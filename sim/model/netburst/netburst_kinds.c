/*
 * SPDX-License-Identifier: MIT
 * Finds an instruction's kind by its mnemonic and the shape of its operands, else by its category.
 */
#include "sim/model/netburst/netburst_kinds.h"

#include <string.h>

#include "sim/model/common/decoded_insn.h"
#include "sim/model/netburst/netburst_plan.h"
#include "sim/model/p5/timing_table.h"

const struct netburst_kind_clocks netburst_kind_clocks[KINDS] = {
#define KIND(name, unit, latency, busy, uops, source) {UNIT_##unit, uops, latency, busy},
#include "sim/model/netburst/netburst_clocks.def"
#undef KIND
};

bool netburst_kind_touches(const ZydisDecodedInstruction *decoded,
                           const ZydisDecodedOperand *operands, unsigned actions)
{
    for (unsigned i = 0; i < decoded->operand_count; i++)
        if (operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY &&
            operands[i].mem.type == ZYDIS_MEMOP_TYPE_MEM && (operands[i].actions & actions))
            return true;
    return false;
}

bool netburst_kind_is_move(enum netburst_kind kind)
{
    switch (kind) {
    case KIND_STORE:
    case KIND_X87_MOVE:
    case KIND_SIMD_MOVE:
    case KIND_SIMD_LOAD_UNALIGNED:
    case KIND_SIMD_STORE_UNALIGNED:
    case KIND_MMX_FROM:
    case KIND_MMX_TO:
    case KIND_SIMD_FROM:
    case KIND_SIMD_TO:
        return true;
    default:
        return false;
    }
}

/* ---- shapes --------------------------------------------------------------------------------- */

enum netburst_shape {
    SHAPE_ANY,
    SHAPE_TO_BYTE, /* the first operand is a register of 8 or 16 bits */
    SHAPE_TO_WORD,
    SHAPE_TO_MEMORY,
    SHAPE_FROM_MEMORY, /* the second operand is memory, or a register, or a register of 8 bits */
    SHAPE_FROM_REGISTER,
    SHAPE_FROM_BYTE,
    SHAPE_BY_CL, /* the last explicit operand */
    SHAPE_BY_ONE,
    SHAPE_OF_BYTE, /* one explicit operand of 8 or 16 bits */
    SHAPE_OF_WORD,
    SHAPE_TWO_BYTES, /* two different registers of 8 bits */
    SHAPE_TWO_OPERANDS,
    SHAPE_TWO_OPERANDS_WORD, /* two or three of 16 bits */
    SHAPE_THREE_OPERANDS,
    SHAPE_SUM,    /* LEA: more than one sum */
    SHAPE_SCALED, /* LEA: an index with a factor */
    SHAPE_SCALED_AND_SUM,
    SHAPE_WORD_SCALED,
    SHAPE_STRING,
    SHAPE_XMM, /* has an operand of this class */
    SHAPE_MMX,
    SHAPE_SIMD_FROM_MEMORY, /* MOVSD of SSE2, not the string instruction */
    SHAPE_SIMD_TO_MEMORY,
    SHAPE_XMM_TO_REGISTER,
    SHAPE_REGISTER_TO_XMM,
    SHAPE_MMX_TO_REGISTER,
    SHAPE_REGISTER_TO_MMX,
};

static bool netburst_shape_is_class(const ZydisDecodedOperand *operand, ZydisRegisterClass class)
{
    return operand->type == ZYDIS_OPERAND_TYPE_REGISTER &&
           ZydisRegisterGetClass(operand->reg.value) == class;
}

static bool netburst_shape_moves(const ZydisDecodedOperand *operands, ZydisRegisterClass from,
                                 ZydisRegisterClass to)
{
    return netburst_shape_is_class(&operands[0], to) && netburst_shape_is_class(&operands[1], from);
}

/* LEA: the sums of base, index and displacement. */
static unsigned netburst_shape_sums(const ZydisDecodedOperand *address)
{
    return (address->mem.base != ZYDIS_REGISTER_NONE) +
           (address->mem.index != ZYDIS_REGISTER_NONE) + (address->mem.disp.value != 0);
}

static bool netburst_shape_is_scaled(const ZydisDecodedOperand *address)
{
    return address->mem.index != ZYDIS_REGISTER_NONE && address->mem.scale > 1;
}

static bool netburst_shape_of_address(enum netburst_shape shape,
                                      const ZydisDecodedOperand *operands)
{
    const bool scaled = netburst_shape_is_scaled(&operands[1]);

    switch (shape) {
    case SHAPE_SUM:
        return netburst_shape_sums(&operands[1]) > 2;
    case SHAPE_SCALED_AND_SUM:
        return scaled && netburst_shape_sums(&operands[1]) > 2;
    case SHAPE_WORD_SCALED:
        return scaled && operands[0].size == 16;
    default:
        return scaled;
    }
}

static bool netburst_shape_of_count(enum netburst_shape shape,
                                    const ZydisDecodedInstruction *decoded,
                                    const ZydisDecodedOperand *operands)
{
    const unsigned count = decoded->operand_count_visible;

    switch (shape) {
    case SHAPE_OF_BYTE:
        return count == 1 && operands[0].size == 8;
    case SHAPE_OF_WORD:
        return count == 1 && operands[0].size == 16;
    case SHAPE_TWO_OPERANDS:
        return count == 2;
    case SHAPE_TWO_OPERANDS_WORD:
        return count >= 2 && operands[0].size == 16;
    default:
        return count == 3;
    }
}

static bool netburst_shape_of_moves(enum netburst_shape shape, const ZydisDecodedOperand *operands)
{
    switch (shape) {
    case SHAPE_XMM_TO_REGISTER:
        return netburst_shape_moves(operands, ZYDIS_REGCLASS_XMM, ZYDIS_REGCLASS_GPR32);
    case SHAPE_REGISTER_TO_XMM:
        return netburst_shape_moves(operands, ZYDIS_REGCLASS_GPR32, ZYDIS_REGCLASS_XMM);
    case SHAPE_MMX_TO_REGISTER:
        return netburst_shape_moves(operands, ZYDIS_REGCLASS_MMX, ZYDIS_REGCLASS_GPR32);
    default:
        return netburst_shape_moves(operands, ZYDIS_REGCLASS_GPR32, ZYDIS_REGCLASS_MMX);
    }
}

/* The count of a shift or rotate. */
static bool netburst_shape_of_shift(enum netburst_shape shape, const ZydisDecodedOperand *count)
{
    if (shape == SHAPE_BY_CL)
        return count->type == ZYDIS_OPERAND_TYPE_REGISTER && count->reg.value == ZYDIS_REGISTER_CL;
    return count->type == ZYDIS_OPERAND_TYPE_IMMEDIATE && count->imm.value.u == 1;
}

static bool netburst_shape_fits(enum netburst_shape shape, const ZydisDecodedInstruction *decoded,
                                const ZydisDecodedOperand *operands)
{
    switch (shape) {
    case SHAPE_ANY:
        return true;
    case SHAPE_TO_BYTE:
        return netburst_shape_is_class(&operands[0], ZYDIS_REGCLASS_GPR8);
    case SHAPE_TO_WORD:
        return netburst_shape_is_class(&operands[0], ZYDIS_REGCLASS_GPR16);
    case SHAPE_TO_MEMORY:
        return operands[0].type == ZYDIS_OPERAND_TYPE_MEMORY;
    case SHAPE_FROM_MEMORY:
        return operands[1].type == ZYDIS_OPERAND_TYPE_MEMORY;
    case SHAPE_FROM_REGISTER:
        return operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER;
    case SHAPE_FROM_BYTE:
        return netburst_shape_is_class(&operands[1], ZYDIS_REGCLASS_GPR8);
    case SHAPE_BY_CL:
    case SHAPE_BY_ONE:
        return netburst_shape_of_shift(shape, &operands[1]);
    case SHAPE_TWO_BYTES:
        return netburst_shape_moves(operands, ZYDIS_REGCLASS_GPR8, ZYDIS_REGCLASS_GPR8) &&
               operands[0].reg.value != operands[1].reg.value;
    case SHAPE_STRING:
        return decoded_insn_is_string(decoded);
    case SHAPE_XMM:
        return decoded_insn_uses(decoded, operands, ZYDIS_REGCLASS_XMM);
    case SHAPE_MMX:
        return decoded_insn_uses(decoded, operands, ZYDIS_REGCLASS_MMX);
    case SHAPE_SIMD_FROM_MEMORY:
    case SHAPE_SIMD_TO_MEMORY:
        return !decoded_insn_is_string(decoded) &&
               operands[shape == SHAPE_SIMD_FROM_MEMORY].type == ZYDIS_OPERAND_TYPE_MEMORY;
    case SHAPE_SUM:
    case SHAPE_SCALED:
    case SHAPE_SCALED_AND_SUM:
    case SHAPE_WORD_SCALED:
        return netburst_shape_of_address(shape, operands);
    case SHAPE_XMM_TO_REGISTER:
    case SHAPE_REGISTER_TO_XMM:
    case SHAPE_MMX_TO_REGISTER:
    case SHAPE_REGISTER_TO_MMX:
        return netburst_shape_of_moves(shape, operands);
    default:
        return netburst_shape_of_count(shape, decoded, operands);
    }
}

/* ---- kinds ---------------------------------------------------------------------------------- */

static const struct {
    uint16_t mnemonic;
    uint8_t shape, kind;
} known[] = {
#define OF(mnemonic, shape, kind) {ZYDIS_MNEMONIC_##mnemonic, SHAPE_##shape, KIND_##kind},
#include "sim/model/netburst/netburst_clocks.def"
#undef OF
};

static enum netburst_kind netburst_kind_by_operands(const ZydisDecodedInstruction *decoded,
                                                    const ZydisDecodedOperand *operands)
{
    if (decoded_insn_uses(decoded, operands, ZYDIS_REGCLASS_XMM))
        return ZydisMnemonicGetString(decoded->mnemonic)[0] == 'p' ? KIND_SIMD_INTEGER : KIND_SIMD;
    if (decoded_insn_uses(decoded, operands, ZYDIS_REGCLASS_MMX))
        return KIND_MMX;
    if (decoded_insn_is_x87(decoded))
        return KIND_X87_ADD;
    if (netburst_kind_touches(decoded, operands, ZYDIS_OPERAND_ACTION_MASK_WRITE) &&
        !netburst_kind_touches(decoded, operands, ZYDIS_OPERAND_ACTION_MASK_READ))
        return KIND_STORE;
    return KIND_SIMPLE;
}

static enum netburst_kind netburst_kind_by_category(const ZydisDecodedInstruction *decoded,
                                                    const ZydisDecodedOperand *operands)
{
    switch (decoded->meta.category) {
    case ZYDIS_CATEGORY_STRINGOP:
        return KIND_STRING;
    case ZYDIS_CATEGORY_IOSTRINGOP:
    case ZYDIS_CATEGORY_IO:
        return KIND_IO;
    case ZYDIS_CATEGORY_COND_BR:
    case ZYDIS_CATEGORY_UNCOND_BR:
    case ZYDIS_CATEGORY_CALL:
    case ZYDIS_CATEGORY_RET:
        return timing_table_form(decoded, operands) & FAR ? KIND_FAR : KIND_BRANCH;
    case ZYDIS_CATEGORY_INTERRUPT:
    case ZYDIS_CATEGORY_SYSRET:
    case ZYDIS_CATEGORY_SYSCALL:
        return KIND_FAR;
    case ZYDIS_CATEGORY_CMOV:
        return KIND_CMOV;
    case ZYDIS_CATEGORY_SETCC:
        return KIND_SETCC;
    case ZYDIS_CATEGORY_SYSTEM:
        return KIND_SYSTEM;
    default:
        return netburst_kind_by_operands(decoded, operands);
    }
}

enum netburst_kind netburst_kind_of(const ZydisDecodedInstruction *decoded,
                                    const ZydisDecodedOperand *operands)
{
    if (decoded->mnemonic == ZYDIS_MNEMONIC_CMPXCHG8B)
        return KIND_COMPARE_EXCHANGE_LONG;
    if (decoded->attributes & ZYDIS_ATTRIB_HAS_LOCK)
        return KIND_LOCKED;
    if (decoded->mnemonic == ZYDIS_MNEMONIC_XCHG &&
        netburst_kind_touches(decoded, operands, ZYDIS_OPERAND_ACTION_MASK_READ))
        return KIND_LOCKED;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].mnemonic == decoded->mnemonic &&
            netburst_shape_fits((enum netburst_shape)known[i].shape, decoded, operands))
            return (enum netburst_kind)known[i].kind;
    return netburst_kind_by_category(decoded, operands);
}
