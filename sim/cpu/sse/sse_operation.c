/*
 * SPDX-License-Identifier: MIT
 * SSE arithmetic on numbers, including the flags when unmasked overflow or underflow traps.
 */
#include "sim/cpu/sse/sse_operation.h"

#include "sim/cpu/guest_memory.h"

#define ONE_SINGLE 0x3f800000u
#define ONE_DOUBLE 0x3ff0000000000000ull

/* ---- exceptions of a trap -------------------------------------------------------------------- */

static bool is_denormal(uint64_t bits, bool doubles)
{
    const unsigned fraction = doubles ? 52 : 23;
    const uint64_t exponent = doubles ? 0x7ffull << 52 : 0xffull << 23;

    return !(bits & exponent) && (bits & ((1ull << fraction) - 1));
}

static uint64_t lane_of(const union xmm *from, unsigned lane, bool doubles)
{
    return doubles ? from->q[lane] : from->d[lane];
}

/* A denormal is zero if MXCSR.DAZ is set. */
static struct sse_number sse_operation_number(const struct cpu *cpu, uint64_t bits, bool doubles)
{
    struct sse_number number = sse_exact_number(bits, doubles);

    if ((cpu->sse.mxcsr & MXCSR_DAZ) && is_denormal(bits, doubles))
        number.significand = 0;
    return number;
}

/*
 * An unmasked overflow or underflow is detected before the result is fitted to the exponent range.
 * Every tiny result underflows; it is inexact only if rounding to 24 or 53 bits made it so.
 */
static uint32_t sse_operation_trap(const struct cpu *cpu, uint64_t a, uint64_t b, sse_host *host,
                                   struct sse_rounding rounding)
{
    const uint32_t unmasked = ~cpu->sse.mxcsr >> MXCSR_MASK_SHIFT;
    const bool doubles = rounding.doubles;
    /* 0 / 1 raises no exception */
    const union xmm second =
        doubles ? (union xmm){.q = {b, ONE_DOUBLE}}
                : (union xmm){.d = {(uint32_t)b, ONE_SINGLE, ONE_SINGLE, ONE_SINGLE}};
    union xmm result = {.q = {a}};
    uint32_t exceptions = host(&result, &second, sse_host_control(cpu));

    if (unmasked & MXCSR_UE && is_denormal(lane_of(&result, 0, doubles), doubles))
        exceptions |= MXCSR_UE;
    if (exceptions & unmasked & (MXCSR_OE | MXCSR_UE)) {
        const bool exact = rounding.exact(sse_operation_number(cpu, a, doubles),
                                          sse_operation_number(cpu, b, doubles), doubles ? 53 : 24);

        exceptions &= ~MXCSR_PE;
        exceptions |= exact ? 0 : MXCSR_PE;
    }
    return exceptions;
}

/* ---- the operation ------------------------------------------------------------------------- */

static bool may_trap(const struct cpu *cpu)
{
    const uint32_t masks = cpu->sse.mxcsr >> MXCSR_MASK_SHIFT;

    return (masks & (MXCSR_OE | MXCSR_UE)) != (MXCSR_OE | MXCSR_UE);
}

uint32_t sse_operation_compute(const struct cpu *cpu, union xmm *r, const union xmm *second,
                               sse_host *host, struct sse_rounding rounding)
{
    const union xmm first = *r;
    uint32_t exceptions = host(r, second, sse_host_control(cpu));

    if (unlikely(rounding.exact && may_trap(cpu))) {
        exceptions = 0;
        for (unsigned i = 0; i < rounding.lanes; i++)
            exceptions |= sse_operation_trap(cpu, lane_of(&first, i, rounding.doubles),
                                             lane_of(second, i, rounding.doubles), host, rounding);
    }
    return exceptions;
}

static void sse_operation_commit(struct cpu *cpu, const struct insn *insn, const union xmm *second,
                                 sse_host *host, struct sse_rounding rounding)
{
    union xmm result = cpu->sse.reg[insn->reg];

    if (rounding.simple)
        model_sse_values(cpu->model, rounding.simple(&result, second) | ~0u << rounding.lanes);
    sse_unit_commit(cpu, sse_operation_compute(cpu, &result, second, host, rounding));
    cpu->sse.reg[insn->reg] = result;
}

void sse_operation_packed_rr(struct cpu *cpu, const struct insn *insn, sse_host *host,
                             struct sse_rounding rounding)
{
    sse_unit_begin(cpu);
    sse_operation_commit(cpu, insn, &cpu->sse.reg[insn->rm], host, rounding);
}

void sse_operation_packed_rm(struct cpu *cpu, const struct insn *insn, sse_host *host,
                             struct sse_rounding rounding)
{
    sse_unit_begin(cpu);

    const union xmm second = sse_unit_load(cpu, insn, true);

    sse_operation_commit(cpu, insn, &second, host, rounding);
}

void sse_operation_single_rm(struct cpu *cpu, const struct insn *insn, sse_host *host,
                             struct sse_rounding rounding)
{
    union xmm second = {{0}};

    sse_unit_begin(cpu);
    second.d[0] = load32(cpu, insn, insn->segment, effective_address(cpu, insn));
    sse_operation_commit(cpu, insn, &second, host, rounding);
}

void sse_operation_double_rm(struct cpu *cpu, const struct insn *insn, sse_host *host,
                             struct sse_rounding rounding)
{
    union xmm second = {{0}};

    sse_unit_begin(cpu);
    second.q[0] = load64(cpu, insn, insn->segment, effective_address(cpu, insn));
    sse_operation_commit(cpu, insn, &second, host, rounding);
}
