/*
 * SPDX-License-Identifier: MIT
 * Multiplication and division: MUL, IMUL, DIV, IDIV. The flags that the manual leaves undefined are
 * set from the low half after a multiplication and unchanged after a division, as in QEMU and
 * Bochs.
 */
#include "sim/cpu/flags.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"

/* Multiplies AL, AX or EAX by the operand; the result is in AX, DX:AX or EDX:EAX. */
#define DEFINE_MULTIPLY(BITS, DOUBLE, WRITE)                                                       \
    static void accumulator_mul##BITS(struct cpu *cpu, uint##BITS##_t b)                           \
    {                                                                                              \
        const uint##DOUBLE##_t r = (uint##DOUBLE##_t)((uint##BITS##_t)cpu->reg[REG_EAX]) * b;      \
        const bool wide = r >> BITS != 0;                                                          \
        WRITE(cpu, (uint64_t)r);                                                                   \
        flags_set_result(cpu, (uint32_t)r, BITS);                                                  \
        cpu->flags.carry = carry_word(wide, wide, false);                                          \
    }                                                                                              \
    static void accumulator_imul##BITS(struct cpu *cpu, uint##BITS##_t b)                          \
    {                                                                                              \
        const int##DOUBLE##_t r = (int##DOUBLE##_t)(                                               \
            (int##DOUBLE##_t)(int##BITS##_t)cpu->reg[REG_EAX] * (int##BITS##_t)b);                 \
        const bool wide = r != (int##BITS##_t)r;                                                   \
        WRITE(cpu, (uint64_t)r);                                                                   \
        flags_set_result(cpu, (uint32_t)r, BITS);                                                  \
        cpu->flags.carry = carry_word(wide, wide, false);                                          \
    }

static void write_ax(struct cpu *cpu, uint64_t value)
{
    reg_write16(cpu, REG_EAX, (uint32_t)value);
}

static void write_dx_ax(struct cpu *cpu, uint64_t value)
{
    reg_write16(cpu, REG_EAX, (uint32_t)value);
    reg_write16(cpu, REG_EDX, (uint32_t)value >> 16);
}

static void write_edx_eax(struct cpu *cpu, uint64_t value)
{
    reg_write32(cpu, REG_EAX, (uint32_t)value);
    reg_write32(cpu, REG_EDX, (uint32_t)(value >> 32));
}

DEFINE_MULTIPLY(8, 16, write_ax)
DEFINE_MULTIPLY(16, 32, write_dx_ax)
DEFINE_MULTIPLY(32, 64, write_edx_eax)

/* ---- division ------------------------------------------------------------------------------ */

/* Raises #DE for a divisor of 0 and for a quotient that does not fit in `bits`. */
static uint64_t divide_unsigned(struct cpu *cpu, uint64_t a, uint64_t b, unsigned bits,
                                uint64_t *remainder)
{
    if (b == 0 || a / b >> bits)
        raise_fault(cpu, VECTOR_DE);
    *remainder = a % b;
    return a / b;
}

static int64_t divide_signed(struct cpu *cpu, int64_t a, int64_t b, unsigned bits,
                             int64_t *remainder)
{
    const int64_t limit = (int64_t)1 << (bits - 1);

    if (b == 0 || (b == -1 && a == INT64_MIN) || a / b >= limit || a / b < -limit)
        raise_fault(cpu, VECTOR_DE);
    *remainder = a % b;
    return a / b;
}

static void accumulator_div8(struct cpu *cpu, uint8_t b)
{
    uint64_t remainder;
    const uint64_t quotient = divide_unsigned(cpu, reg_read16(cpu, REG_EAX), b, 8, &remainder);

    reg_write16(cpu, REG_EAX, (uint32_t)(quotient | remainder << 8));
}

static void accumulator_div16(struct cpu *cpu, uint16_t b)
{
    const uint32_t a = (uint32_t)reg_read16(cpu, REG_EDX) << 16 | reg_read16(cpu, REG_EAX);
    uint64_t remainder;
    const uint64_t quotient = divide_unsigned(cpu, a, b, 16, &remainder);

    reg_write16(cpu, REG_EAX, (uint32_t)quotient);
    reg_write16(cpu, REG_EDX, (uint32_t)remainder);
}

static void accumulator_div32(struct cpu *cpu, uint32_t b)
{
    const uint64_t a = (uint64_t)cpu->reg[REG_EDX] << 32 | cpu->reg[REG_EAX];
    uint64_t remainder;
    const uint64_t quotient = divide_unsigned(cpu, a, b, 32, &remainder);

    cpu->reg[REG_EAX] = (uint32_t)quotient;
    cpu->reg[REG_EDX] = (uint32_t)remainder;
}

static void accumulator_idiv8(struct cpu *cpu, uint8_t b)
{
    int64_t remainder;
    const int64_t quotient =
        divide_signed(cpu, (int16_t)reg_read16(cpu, REG_EAX), (int8_t)b, 8, &remainder);

    reg_write16(cpu, REG_EAX, (uint8_t)quotient | (uint32_t)(uint8_t)remainder << 8);
}

static void accumulator_idiv16(struct cpu *cpu, uint16_t b)
{
    const uint32_t a = (uint32_t)reg_read16(cpu, REG_EDX) << 16 | reg_read16(cpu, REG_EAX);
    int64_t remainder;
    const int64_t quotient = divide_signed(cpu, (int32_t)a, (int16_t)b, 16, &remainder);

    reg_write16(cpu, REG_EAX, (uint32_t)quotient);
    reg_write16(cpu, REG_EDX, (uint32_t)remainder);
}

static void accumulator_idiv32(struct cpu *cpu, uint32_t b)
{
    const uint64_t a = (uint64_t)cpu->reg[REG_EDX] << 32 | cpu->reg[REG_EAX];
    int64_t remainder;
    const int64_t quotient = divide_signed(cpu, (int64_t)a, (int32_t)b, 32, &remainder);

    cpu->reg[REG_EAX] = (uint32_t)quotient;
    cpu->reg[REG_EDX] = (uint32_t)remainder;
}

#define DEFINE_ACCUMULATOR_SIZE(NAME, BITS)                                                        \
    static void NAME##_r##BITS(struct cpu *cpu, const struct insn *insn)                           \
    {                                                                                              \
        accumulator_##NAME##BITS(cpu, (uint##BITS##_t)reg_read##BITS(cpu, insn->reg));             \
    }                                                                                              \
    static void NAME##_m##BITS(struct cpu *cpu, const struct insn *insn)                           \
    {                                                                                              \
        accumulator_##NAME##BITS(                                                                  \
            cpu, load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn)));              \
    }

#define DEFINE_ACCUMULATOR(NAME)                                                                   \
    DEFINE_ACCUMULATOR_SIZE(NAME, 8)                                                               \
    DEFINE_ACCUMULATOR_SIZE(NAME, 16)                                                              \
    DEFINE_ACCUMULATOR_SIZE(NAME, 32)                                                              \
    const struct operation op_##NAME = {.r = SIZES(NAME##_r), .m = SIZES(NAME##_m)};

DEFINE_ACCUMULATOR(mul)
DEFINE_ACCUMULATOR(imul)
DEFINE_ACCUMULATOR(div)
DEFINE_ACCUMULATOR(idiv)

/* ---- IMUL with two and three operands ------------------------------------------------------ */

static uint32_t multiply_imul_truncated(struct cpu *cpu, uint32_t a, uint32_t b, unsigned bits)
{
    const int64_t r = sign_extend(a, bits) * sign_extend(b, bits);
    const bool wide = r != sign_extend((uint32_t)r, bits);

    flags_set_result(cpu, (uint32_t)r, bits);
    cpu->flags.carry = carry_word(wide, wide, false);
    return (uint32_t)r;
}

#define DEFINE_IMUL(BITS)                                                                          \
    static void imul2_rr##BITS(struct cpu *cpu, const struct insn *insn)                           \
    {                                                                                              \
        reg_write##BITS(cpu, insn->reg,                                                            \
                        multiply_imul_truncated(cpu, reg_read##BITS(cpu, insn->reg),               \
                                                reg_read##BITS(cpu, insn->rm), BITS));             \
    }                                                                                              \
    static void imul2_rm##BITS(struct cpu *cpu, const struct insn *insn)                           \
    {                                                                                              \
        const uint32_t b = load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn));     \
        reg_write##BITS(cpu, insn->reg,                                                            \
                        multiply_imul_truncated(cpu, reg_read##BITS(cpu, insn->reg), b, BITS));    \
    }                                                                                              \
    static void imul3_rr##BITS(struct cpu *cpu, const struct insn *insn)                           \
    {                                                                                              \
        reg_write##BITS(                                                                           \
            cpu, insn->reg,                                                                        \
            multiply_imul_truncated(cpu, reg_read##BITS(cpu, insn->rm), insn->immediate, BITS));   \
    }                                                                                              \
    static void imul3_rm##BITS(struct cpu *cpu, const struct insn *insn)                           \
    {                                                                                              \
        const uint32_t b = load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn));     \
        reg_write##BITS(cpu, insn->reg, multiply_imul_truncated(cpu, b, insn->immediate, BITS));   \
    }

DEFINE_IMUL(16)
DEFINE_IMUL(32)
const struct operation op_imul2 = {.rr = WORD_SIZES(imul2_rr), .rm = WORD_SIZES(imul2_rm)};
const struct operation op_imul3 = {.rr = WORD_SIZES(imul3_rr), .rm = WORD_SIZES(imul3_rm)};
