/*
 * SPDX-License-Identifier: MIT
 * SSE3 except FISTTP: horizontal and alternating sums and differences, duplicating moves, MONITOR
 * and MWAIT. Each sum is an SSE addition of rearranged lanes.
 */
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/sse/sse_operation.h"
#include "sim/cpu/sse/sse_lane_moves.h"
#include "sim/cpu/system/privilege.h"

DEFINE_SSE_HOST(addps, "addps %[second], %%xmm0")
DEFINE_SSE_HOST(subps, "subps %[second], %%xmm0")
DEFINE_SSE_HOST(addpd, "addpd %[second], %%xmm0")
DEFINE_SSE_HOST(subpd, "subpd %[second], %%xmm0")

/* Computes *r and returns the exceptions. */
typedef uint32_t sum_function(const struct cpu *cpu, const union xmm *a, const union xmm *b,
                              union xmm *r);

/* ---- horizontal sums ------------------------------------------------------------------------- */

static void pair_singles(const union xmm *a, const union xmm *b, union xmm *first,
                         union xmm *second)
{
    *first = (union xmm){.d = {a->d[0], a->d[2], b->d[0], b->d[2]}};
    *second = (union xmm){.d = {a->d[1], a->d[3], b->d[1], b->d[3]}};
}

static void pair_doubles(const union xmm *a, const union xmm *b, union xmm *first,
                         union xmm *second)
{
    *first = (union xmm){.q = {a->q[0], b->q[0]}};
    *second = (union xmm){.q = {a->q[1], b->q[1]}};
}

#define DEFINE_NEIGHBOURS(NAME, PAIR, HOST, ROUNDING)                                              \
    static uint32_t sum_##NAME(const struct cpu *cpu, const union xmm *a, const union xmm *b,      \
                               union xmm *r)                                                       \
    {                                                                                              \
        union xmm second;                                                                          \
        PAIR(a, b, r, &second);                                                                    \
        return sse_operation_compute(cpu, r, &second, HOST, ROUNDING);                             \
    }

DEFINE_NEIGHBOURS(haddps, pair_singles, host_addps, SSE_SINGLES(sse_exact_add))
DEFINE_NEIGHBOURS(hsubps, pair_singles, host_subps, SSE_SINGLES(sse_exact_sub))
DEFINE_NEIGHBOURS(haddpd, pair_doubles, host_addpd, SSE_DOUBLES(sse_exact_add))
DEFINE_NEIGHBOURS(hsubpd, pair_doubles, host_subpd, SSE_DOUBLES(sse_exact_sub))

/* ---- differences in even lanes, sums in odd lanes -------------------------------------------- */

/* Sets the lanes that are not in the mask to zero, which raises no exception. */
static union xmm lanes_of(const union xmm *from, const union xmm *mask)
{
    return (union xmm){.q = {from->q[0] & mask->q[0], from->q[1] & mask->q[1]}};
}

static uint32_t sse3_difference_and_sum(const struct cpu *cpu, const union xmm *operands[2],
                                        const union xmm *even, sse_host *const hosts[2],
                                        const struct sse_rounding roundings[2], union xmm *r)
{
    const union xmm odd = {.q = {~even->q[0], ~even->q[1]}};
    const union xmm subtracted = lanes_of(operands[1], even);
    const union xmm added = lanes_of(operands[1], &odd);
    union xmm difference = lanes_of(operands[0], even);
    union xmm total = lanes_of(operands[0], &odd);
    const uint32_t exceptions =
        sse_operation_compute(cpu, &difference, &subtracted, hosts[0], roundings[0]) |
        sse_operation_compute(cpu, &total, &added, hosts[1], roundings[1]);

    difference = lanes_of(&difference, even);
    total = lanes_of(&total, &odd);
    *r = (union xmm){.q = {difference.q[0] | total.q[0], difference.q[1] | total.q[1]}};
    return exceptions;
}

static uint32_t sum_addsubps(const struct cpu *cpu, const union xmm *a, const union xmm *b,
                             union xmm *r)
{
    return sse3_difference_and_sum(
        cpu, (const union xmm *[]){a, b}, &(union xmm){.d = {UINT32_MAX, 0, UINT32_MAX, 0}},
        (sse_host *const[]){host_subps, host_addps},
        (struct sse_rounding[]){SSE_SINGLES(sse_exact_sub), SSE_SINGLES(sse_exact_add)}, r);
}

static uint32_t sum_addsubpd(const struct cpu *cpu, const union xmm *a, const union xmm *b,
                             union xmm *r)
{
    return sse3_difference_and_sum(
        cpu, (const union xmm *[]){a, b}, &(union xmm){.q = {UINT64_MAX, 0}},
        (sse_host *const[]){host_subpd, host_addpd},
        (struct sse_rounding[]){SSE_DOUBLES(sse_exact_sub), SSE_DOUBLES(sse_exact_add)}, r);
}

/* ---- handlers -------------------------------------------------------------------------------- */

static void sse3_operate(struct cpu *cpu, const struct insn *insn, const union xmm *second,
                         sum_function *sum)
{
    union xmm r;

    sse_unit_commit(cpu, sum(cpu, &cpu->sse.reg[insn->reg], second, &r));
    cpu->sse.reg[insn->reg] = r;
}

#define DEFINE_SUM(NAME)                                                                           \
    static void NAME##_rr(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        sse_unit_begin(cpu);                                                                       \
        sse3_operate(cpu, insn, &cpu->sse.reg[insn->rm], sum_##NAME);                              \
    }                                                                                              \
    static void NAME##_rm(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        sse_unit_begin(cpu);                                                                       \
        const union xmm second = sse_unit_load(cpu, insn, true);                                   \
        sse3_operate(cpu, insn, &second, sum_##NAME);                                              \
    }                                                                                              \
    const struct operation op_##NAME = {.rr = ANY_SIZE(NAME##_rr), .rm = ANY_SIZE(NAME##_rm)};

DEFINE_SUM(haddps)
DEFINE_SUM(hsubps)
DEFINE_SUM(haddpd)
DEFINE_SUM(hsubpd)
DEFINE_SUM(addsubps)
DEFINE_SUM(addsubpd)

/* ---- moves ---------------------------------------------------------------------------------- */

DEFINE_WHOLE(movshdup, {.d = {b.d[1], b.d[1], b.d[3], b.d[3]}})
DEFINE_WHOLE(movsldup, {.d = {b.d[0], b.d[0], b.d[2], b.d[2]}})

static void movddup_rr(struct cpu *cpu, const struct insn *insn)
{
    const uint64_t value = cpu->sse.reg[insn->rm].q[0];

    sse_unit_begin(cpu);
    cpu->sse.reg[insn->reg] = (union xmm){.q = {value, value}};
}

static void movddup_rm(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);

    const uint64_t value = load64(cpu, insn, insn->segment, effective_address(cpu, insn));

    cpu->sse.reg[insn->reg] = (union xmm){.q = {value, value}};
}

static void lddqu(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    cpu->sse.reg[insn->reg] = sse_unit_load(cpu, insn, false);
}

const struct operation op_movddup = {.rr = ANY_SIZE(movddup_rr), .rm = ANY_SIZE(movddup_rm)};
const struct operation op_lddqu = {.rm = ANY_SIZE(lddqu)};

/* ---- MONITOR and MWAIT ----------------------------------------------------------------------- */

/*
 * 0F 01 C8 and C9. MONITOR is checked as a load of the byte at DS:EAX; unsupported extensions in
 * ECX raise #GP. No other agent stores to that address, so MWAIT does not wait, as it is allowed to
 * end for any reason.
 */
static void sse3_monitor(struct cpu *cpu, const struct insn *insn)
{
    if (insn->reg > 1 || cpu->cpl != 0)
        raise_fault(cpu, VECTOR_UD);
    if (cpu->reg[REG_ECX] != 0)
        raise_error(cpu, VECTOR_GP, 0);
    if (insn->reg == 0)
        load8(cpu, insn, insn->segment, cpu->reg[REG_EAX] & insn->address_mask);
}

const struct operation op_monitor = {.r = ANY_SIZE(sse3_monitor)};
