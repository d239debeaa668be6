/*
 * SPDX-License-Identifier: MIT
 * Evaluates the condition of Jcc in translated code by repeating the operation that set the flags.
 */
#include "sim/cpu/translator/flag_operands.h"

#define ASKS_PARITY(condition) (((condition)&14) == 10)
#define ASKS_CARRY(condition)  (((condition)&14) == 2 || ((condition)&14) == 6)

static unsigned register_of(const ZydisDecodedOperand *operand)
{
    return (unsigned)ZydisRegisterGetId(operand->reg.value) &
           (flag_operands_is_high_byte(operand->reg.value) ? 3 : 7);
}

static bool is_general(const ZydisDecodedOperand *operand)
{
    const ZydisRegisterClass class = ZydisRegisterGetClass(operand->reg.value);

    return operand->type == ZYDIS_OPERAND_TYPE_REGISTER &&
           (class == ZYDIS_REGCLASS_GPR8 || class == ZYDIS_REGCLASS_GPR16 ||
            class == ZYDIS_REGCLASS_GPR32);
}

/* Returns a bit for each register that the instruction writes. */
static unsigned flag_condition_written(const struct translation *t, unsigned i)
{
    unsigned written = 0;

    for (unsigned n = 0; n < t->raw[i].operand_count; n++)
        if (is_general(&t->operands[i][n]) &&
            t->operands[i][n].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE)
            written |= 1u << register_of(&t->operands[i][n]);
    return written;
}

/* True if no register that the comparison read has been written since. */
static bool flag_condition_repeatable(const struct translation *t)
{
    const unsigned by = t->pending_by;
    unsigned asks = 0;

    if (t->raw[by].mnemonic != ZYDIS_MNEMONIC_CMP && t->raw[by].mnemonic != ZYDIS_MNEMONIC_TEST)
        return false;
    for (unsigned n = 0; n < 2; n++) {
        if (t->operands[by][n].type == ZYDIS_OPERAND_TYPE_MEMORY)
            return false;
        if (is_general(&t->operands[by][n]))
            asks |= 1u << register_of(&t->operands[by][n]);
    }
    for (unsigned i = by + 1; i < t->i; i++)
        if (t->how[i] == HOW_INTERPRETED || flag_condition_written(t, i) & asks)
            return false;
    return true;
}

/* Loads the result stored in pending.a into R10, aligned to the top bit. */
static void flag_condition_load_result(struct translation *t)
{
    const unsigned unused = flag_operands_unused_bits(t->pending);

    host_code_memory(t->code, HOST_MOV, HOST_32, HOST_R10, HAS_CPU(pending.a));
    if (unused)
        host_code_shift_left(t->code, HOST_R10, unused);
}

/* Repeats a 32-bit shift. OF and parity cannot be taken from the host. */
static bool flag_condition_shift(struct translation *t, unsigned condition)
{
    const unsigned kind = t->pending == PENDING_AS_IT_IS ? 0 : t->pending >> PENDING_SIZE_SHIFT;
    const unsigned by = t->pending_by;

    if (!flag_operands_is_shift(kind) || t->pending != PENDING(kind, 2u) || condition < 2 ||
        (condition >= 10))
        return false;
    host_code_memory(t->code, HOST_MOV, HOST_32, HOST_R10, HAS_CPU(pending.a));
    host_code_shift(t->code,
                    kind == PENDING_SHL   ? 4
                    : kind == PENDING_SHR ? 5
                                          : 7,
                    HOST_R10, flag_operands_shift_count(t, by));
    return true;
}

bool flag_condition_carry(struct translation *t)
{
    if (t->pending != PENDING(PENDING_ADC, 2u) && t->pending != PENDING(PENDING_SBB, 2u))
        return false;
    host_code_memory(t->code, HOST_MOVZX8, HOST_32, HOST_R11, HAS_CPU(pending.carry));
    host_code_register_immediate(t->code, HOST_ADD_I, HOST_32, HOST_R11,
                                 -1); /* carries if R11 is 1 */
    host_code_memory(t->code, HOST_MOV, HOST_32, HOST_R10, HAS_CPU(pending.a));
    host_code_memory(t->code, t->pending == PENDING(PENDING_ADC, 2u) ? HOST_ADC : HOST_SBB, HOST_32,
                     HOST_R10, HAS_CPU(pending.b));
    return true;
}

uint8_t *flag_condition_jump(struct translation *t, unsigned condition)
{
    const unsigned kind =
        t->pending == PENDING_AS_IT_IS ? PENDING_NONE : t->pending >> PENDING_SIZE_SHIFT;

    if (kind == PENDING_SUB || kind == PENDING_ADD) {
        if (flag_condition_repeatable(t)) {
            guest_insn_emit(t, t->pending_by);
            return host_code_jump_if(t->code, condition);
        }
        if (!ASKS_PARITY(condition)) {
            flag_operands_reload(t);
            host_code_registers(t->code, kind == PENDING_ADD ? HOST_ADD : HOST_CMP, HOST_32,
                                HOST_R10, HOST_R11);
            return host_code_jump_if(t->code, condition);
        }
    } else if (kind == PENDING_LOGIC && !ASKS_PARITY(condition)) {
        if (flag_condition_repeatable(t)) {
            guest_insn_emit(t, t->pending_by);
        } else {
            flag_condition_load_result(t);
            host_code_test(t->code, HOST_R10, HOST_R10);
        }
        return host_code_jump_if(t->code, condition);
    } else if ((kind == PENDING_INC || kind == PENDING_DEC) && !ASKS_PARITY(condition) &&
               !ASKS_CARRY(condition)) {
        const int32_t one = 1 << flag_operands_unused_bits(t->pending);
        const int32_t step = kind == PENDING_INC ? one : -one;

        flag_condition_load_result(t);
        host_code_register_immediate(t->code, HOST_SUB_I, HOST_32, HOST_R10, step);
        host_code_register_immediate(t->code, HOST_ADD_I, HOST_32, HOST_R10, step);
        return host_code_jump_if(t->code, condition);
    }
    if (flag_condition_carry(t) || flag_condition_shift(t, condition))
        return host_code_jump_if(t->code, condition);
    translator_call_slow(t, SLOW_CONDITION, translator_call_site(t, t->i));
    flag_operands_settled(t);
    host_code_test(t->code, HOST_ADDRESS, HOST_ADDRESS);
    return host_code_jump_if(t->code, HOST_IF_NOT_EQUAL);
}
