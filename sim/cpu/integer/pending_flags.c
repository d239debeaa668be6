/*
 * SPDX-License-Identifier: MIT
 * Computes the flags that translated code has left pending.
 */
#include "sim/cpu/integer/alu.h"
#include "sim/cpu/integer/shift.h"

static void pending_flags_multiplied(struct cpu *cpu, uint32_t low, bool wide, unsigned bits)
{
    flags_set_result(cpu, low, bits);
    cpu->flags.carry = carry_word(wide, wide, false);
}

void pending_flags_settle(struct cpu *cpu)
{
    const struct pending_flags pending = cpu->pending;
    const unsigned bits = 8u << (pending.operation & ((1u << PENDING_SIZE_SHIFT) - 1));
    const uint32_t mask = UINT32_MAX >> (32 - bits);
    const uint32_t a = pending.a & mask;
    const uint32_t b = pending.b & mask;

    cpu->pending.operation = PENDING_NONE;
    flags_set_cf(cpu, pending.carry);
    switch (pending.operation >> PENDING_SIZE_SHIFT) {
    case PENDING_ADD:
        alu_add(cpu, a, b, bits);
        break;
    case PENDING_ADC:
        alu_adc(cpu, a, b, bits);
        break;
    case PENDING_SUB:
        alu_sub(cpu, a, b, bits);
        break;
    case PENDING_SBB:
        alu_sbb(cpu, a, b, bits);
        break;
    case PENDING_LOGIC:
        flags_logic(cpu, a, bits);
        break;
    case PENDING_INC:
        alu_inc(cpu, (a - 1) & mask, bits);
        break;
    case PENDING_DEC:
        alu_dec(cpu, (a + 1) & mask, bits);
        break;
    case PENDING_SHL:
        shift_shl(cpu, a, pending.b, bits);
        break;
    case PENDING_SHR:
        shift_shr(cpu, a, pending.b, bits);
        break;
    case PENDING_SAR:
        shift_sar(cpu, a, pending.b, bits);
        break;
    default:
        pending_flags_multiplied(cpu, a, pending.carry, bits);
        break;
    }
}
