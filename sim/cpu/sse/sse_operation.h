/*
 * SPDX-License-Identifier: MIT
 * Executes SSE operations on two operands of singles or doubles with the host's SSE: results, NaNs
 * and exceptions are the same on all makes. One difference remains between a trap and its masked
 * response: with underflow unmasked, a tiny result underflows even if it is exact.
 */
#pragma once

#include "sim/cpu/sse/sse_exactness.h"
#include "sim/cpu/sse/sse_unit.h"

/* Returns the lanes whose values make the operation short, as in model_sse_values(). */
typedef unsigned sse_simple(const union xmm *first, const union xmm *second);

/*
 * Number and width of the lanes, and the exactness test for a trap; NULL if the operation cannot
 * overflow. `simple` is NULL if the time does not depend on values. Lanes that the operation does
 * not use count as simple.
 */
struct sse_rounding {
    unsigned lanes;
    bool doubles;
    sse_exact *exact;
    sse_simple *simple;
};

#define SSE_NO_OVERFLOW ((struct sse_rounding){0, false, NULL, NULL})

/* For a packed operation and its scalar form. */
#define SSE_SINGLES(EXACT)    ((struct sse_rounding){4, false, EXACT, NULL})
#define SSE_ONE_SINGLE(EXACT) ((struct sse_rounding){1, false, EXACT, NULL})
#define SSE_DOUBLES(EXACT)    ((struct sse_rounding){2, true, EXACT, NULL})
#define SSE_ONE_DOUBLE(EXACT) ((struct sse_rounding){1, true, EXACT, NULL})

/* The same for an operation whose time depends on the values. */
#define SSE_SINGLES_TIMED(EXACT, SIMPLE)    ((struct sse_rounding){4, false, EXACT, SIMPLE})
#define SSE_ONE_SINGLE_TIMED(EXACT, SIMPLE) ((struct sse_rounding){1, false, EXACT, SIMPLE})

/* Computes *r, which is initially the first operand. Returns the exceptions and commits nothing. */
uint32_t sse_operation_compute(const struct cpu *cpu, union xmm *r, const union xmm *second,
                               sse_host *host, struct sse_rounding rounding);

/* Handlers for two registers, and for a register and 16, 4 or 8 bytes of memory. */
void sse_operation_packed_rr(struct cpu *cpu, const struct insn *insn, sse_host *host,
                             struct sse_rounding rounding);
void sse_operation_packed_rm(struct cpu *cpu, const struct insn *insn, sse_host *host,
                             struct sse_rounding rounding);
void sse_operation_single_rm(struct cpu *cpu, const struct insn *insn, sse_host *host,
                             struct sse_rounding rounding);
void sse_operation_double_rm(struct cpu *cpu, const struct insn *insn, sse_host *host,
                             struct sse_rounding rounding);

/* Defines op_NAME from host_NAME; RM is one of the functions above. */
#define DEFINE_SSE(NAME, RM, ROUNDING)                                                             \
    static void NAME##_rr(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        sse_operation_packed_rr(cpu, insn, host_##NAME, ROUNDING);                                 \
    }                                                                                              \
    static void NAME##_rm(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        RM(cpu, insn, host_##NAME, ROUNDING);                                                      \
    }                                                                                              \
    const struct operation op_##NAME = {.rr = ANY_SIZE(NAME##_rr), .rm = ANY_SIZE(NAME##_rm)};

/* Defines a comparison selected by the immediate's low three bits; the other bits are ignored. */
#define DEFINE_SSE_COMPARE(NAME, SUFFIX, RM)                                                       \
    static sse_host *const NAME##_hosts[8] = {                                                     \
        host_cmpeq##SUFFIX,  host_cmplt##SUFFIX,  host_cmple##SUFFIX,  host_cmpunord##SUFFIX,      \
        host_cmpneq##SUFFIX, host_cmpnlt##SUFFIX, host_cmpnle##SUFFIX, host_cmpord##SUFFIX,        \
    };                                                                                             \
    static void NAME##_rr(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        sse_operation_packed_rr(cpu, insn, NAME##_hosts[insn->immediate & 7], SSE_NO_OVERFLOW);    \
    }                                                                                              \
    static void NAME##_rm(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        RM(cpu, insn, NAME##_hosts[insn->immediate & 7], SSE_NO_OVERFLOW);                         \
    }                                                                                              \
    const struct operation op_##NAME = {.rr = ANY_SIZE(NAME##_rr), .rm = ANY_SIZE(NAME##_rm)};
