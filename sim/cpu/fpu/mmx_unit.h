/*
 * SPDX-License-Identifier: MIT
 * Shared parts of MMX and its extensions: the registers, which are the significands of the x87
 * registers by physical number, and handlers built from a lane operation.
 */
#pragma once

#include "sim/cpu/fpu/fpu_unit.h"
#include "sim/cpu/fpu/lanes.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"

/* Raises #UD if CR0.EM is set, #NM, and a pending x87 exception. */
void mmx_begin(struct cpu *cpu);

/* Every MMX instruction except EMMS marks all x87 registers as valid and sets TOP to 0. */
static inline void mmx_enter(struct cpu *cpu)
{
    cpu->fpu.top = 0;
    cpu->fpu.valid = 0xff;
}

static inline uint64_t mmx_read(const struct cpu *cpu, unsigned number)
{
    return cpu->fpu.reg[number].significand;
}

/* A write sets the register's exponent and sign to ones, so that x87 code sees a NaN. */
static inline void mmx_write(struct cpu *cpu, unsigned number, uint64_t value)
{
    mmx_enter(cpu);
    cpu->fpu.reg[number] = (struct fpu_register){.significand = value, .exponent = 0xffff};
}

typedef uint64_t mmx_operation(uint64_t first, uint64_t second, bool *saturated);

static inline void mmx_unit_operate(struct cpu *cpu, const struct insn *insn,
                                    mmx_operation *operation, uint64_t second)
{
    bool saturated = false;

    mmx_write(cpu, insn->reg, operation(mmx_read(cpu, insn->reg), second, &saturated));
    if (saturated)
        model_mmx_saturated(cpu->model);
}

/* The low unpacks read four bytes of memory, all other instructions eight. */
#define DEFINE_MMX_SIZED(NAME, LOAD)                                                               \
    static void NAME##_rr(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        mmx_begin(cpu);                                                                            \
        mmx_unit_operate(cpu, insn, do_##NAME, mmx_read(cpu, insn->rm));                           \
    }                                                                                              \
    static void NAME##_rm(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        mmx_begin(cpu);                                                                            \
        const uint64_t b = LOAD(cpu, insn, insn->segment, effective_address(cpu, insn));           \
        mmx_unit_operate(cpu, insn, do_##NAME, b);                                                 \
    }                                                                                              \
    const struct operation op_##NAME = {.rr = ANY_SIZE(NAME##_rr), .rm = ANY_SIZE(NAME##_rm)};

#define DEFINE_MMX(NAME) DEFINE_MMX_SIZED(NAME, load64)
