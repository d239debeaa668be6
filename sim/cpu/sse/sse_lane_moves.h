/*
 * SPDX-License-Identifier: MIT
 * Handlers for SSE operations that move lanes and bits and do not interpret numbers.
 */
#pragma once

#include "sim/cpu/operation.h"
#include "sim/cpu/sse/sse_unit.h"

/* The initialiser computes the result from a and b; `order` is the immediate. */
#define DEFINE_WHOLE(NAME, ...)                                                                    \
    static union xmm do_##NAME(const union xmm *first, const union xmm *second, uint32_t order) {  \
        const union xmm a = *first, b = *second;                                                   \
        (void)order, (void)a;                                                                      \
        return (union xmm)__VA_ARGS__;                                                             \
    } static void NAME##_rr(struct cpu *cpu, const struct insn *insn)                              \
    {                                                                                              \
        union xmm *to = &cpu->sse.reg[insn->reg];                                                  \
        sse_unit_begin(cpu);                                                                       \
        *to = do_##NAME(to, &cpu->sse.reg[insn->rm], insn->immediate);                             \
    }                                                                                              \
    static void NAME##_rm(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        union xmm *to = &cpu->sse.reg[insn->reg];                                                  \
        sse_unit_begin(cpu);                                                                       \
        const union xmm second = sse_unit_load(cpu, insn, true);                                   \
        *to = do_##NAME(to, &second, insn->immediate);                                             \
    }                                                                                              \
    const struct operation op_##NAME = {.rr = ANY_SIZE(NAME##_rr), .rm = ANY_SIZE(NAME##_rm)};
