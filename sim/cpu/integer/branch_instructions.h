/*
 * SPDX-License-Identifier: MIT
 * Common steps of all near branches: check the target against CS, notify the model, set EIP.
 */
#pragma once

#include "sim/cpu/cpu.h"

static inline uint32_t insn_next(const struct insn *insn)
{
    return insn->address + insn->length;
}

static inline uint32_t insn_linear(const struct cpu *cpu, const struct insn *insn)
{
    return cpu->seg[SEG_CS].base + insn->address;
}

static inline void branch_check(struct cpu *cpu, uint32_t target)
{
    if (unlikely(target > cpu->seg[SEG_CS].limit))
        raise_error(cpu, VECTOR_GP, 0);
}

/* The target must have been checked. */
static inline void branch_instruction_take(struct cpu *cpu, const struct insn *insn,
                                           enum branch_kind kind, uint32_t target)
{
    model_branch(cpu->model, insn, insn_linear(cpu, insn), kind, true,
                 cpu->seg[SEG_CS].base + target);
    cpu->eip = target;
    cpu->jumped = true;
}

static inline void branch_instruction_conditional(struct cpu *cpu, const struct insn *insn,
                                                  bool taken)
{
    if (taken) {
        branch_check(cpu, insn->immediate);
        branch_instruction_take(cpu, insn, BRANCH_CONDITIONAL, insn->immediate);
    } else {
        model_branch(cpu->model, insn, insn_linear(cpu, insn), BRANCH_CONDITIONAL, false,
                     cpu->seg[SEG_CS].base + insn->immediate);
    }
}

/* Notifies the model after a far transfer has changed CS:EIP. */
static inline void branch_far_done(struct cpu *cpu, const struct insn *insn, uint32_t linear)
{
    model_branch(cpu->model, insn, linear, BRANCH_FAR, true, cpu->seg[SEG_CS].base + cpu->eip);
}

/* Jcc handlers by condition code, for the decoder. */
extern insn_execute *const jcc_handlers[16];
