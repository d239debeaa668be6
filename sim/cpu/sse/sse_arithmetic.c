/*
 * SPDX-License-Identifier: MIT
 * SSE arithmetic, by the host's own SSE: results, NaNs and exceptions are the same on all makes. In
 * one thing a trap differs from its masked answer: with underflow unmasked a tiny result is one
 * even where it is exact.
 */
#include <math.h>
#include <string.h>

#include "sim/cpu/sse/sse_unit.h"
#include "sim/cpu/flags.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"

#define ONE 0x3f800000u

#define DEFINE_HOST_PAIR_OF(NAME)                                                                  \
    DEFINE_SSE_HOST(NAME##ps, #NAME "ps %[second], %%xmm0")                                        \
    DEFINE_SSE_HOST(NAME##ss, #NAME "ss %[second], %%xmm0")

DEFINE_HOST_PAIR_OF(add)
DEFINE_HOST_PAIR_OF(sub)
DEFINE_HOST_PAIR_OF(mul)
DEFINE_HOST_PAIR_OF(div)
DEFINE_HOST_PAIR_OF(min)
DEFINE_HOST_PAIR_OF(max)
DEFINE_HOST_PAIR_OF(sqrt)
DEFINE_HOST_PAIR_OF(cmpeq)
DEFINE_HOST_PAIR_OF(cmplt)
DEFINE_HOST_PAIR_OF(cmple)
DEFINE_HOST_PAIR_OF(cmpunord)
DEFINE_HOST_PAIR_OF(cmpneq)
DEFINE_HOST_PAIR_OF(cmpnlt)
DEFINE_HOST_PAIR_OF(cmpnle)
DEFINE_HOST_PAIR_OF(cmpord)

/* ---- what a trap says ----------------------------------------------------------------------- */

/* Computes r; true where a double holds it exactly. */
typedef bool exact_operation(double a, double b, double *r);

static bool exact_add(double a, double b, double *r)
{
    *r = a + b;
    return *r - a == b && *r - b == a;
}

static bool exact_sub(double a, double b, double *r)
{
    return exact_add(a, -b, r);
}

static bool exact_mul(double a, double b, double *r)
{
    *r = a * b;
    return true;
}

static bool exact_div(double a, double b, double *r)
{
    *r = a / b;
    return *r * b == a;
}

static float single_of(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool is_denormal(uint32_t value)
{
    return !(value & 0x7f800000u) && (value & 0x007fffffu);
}

/* Whether the result has 24 bits, with an exponent of any size. */
static bool fits_single(exact_operation *operation, uint32_t a, uint32_t b)
{
    double r, fraction;
    int exponent;

    if (!operation(single_of(a), single_of(b), &r))
        return false;
    fraction = frexp(r, &exponent);
    return (double)(float)fraction == fraction;
}

/*
 * An overflow or underflow that is not masked is judged before the result is brought into range:
 * any tiny result underflows, and it is inexact where rounding to 24 bits alone made it so.
 */
static uint32_t trapped(const struct cpu *cpu, uint32_t a, uint32_t b, sse_host *host,
                        exact_operation *operation)
{
    const uint32_t unmasked = ~cpu->sse.mxcsr >> MXCSR_MASK_SHIFT;
    const union xmm second = {.d = {b, ONE, ONE, ONE}}; /* 0 / 1 raises nothing */
    union xmm result = {.d = {a}};
    uint32_t exceptions = host(&result, &second, sse_host_control(cpu));

    if (unmasked & MXCSR_UE && is_denormal(result.d[0]))
        exceptions |= MXCSR_UE;
    if (exceptions & unmasked & (MXCSR_OE | MXCSR_UE)) {
        exceptions &= ~MXCSR_PE;
        exceptions |= fits_single(operation, a, b) ? 0 : MXCSR_PE;
    }
    return exceptions;
}

/* ---- the operation ------------------------------------------------------------------------- */

/* How many lanes, and what to ask about a trap; NULL where nothing is rounded. */
struct rounding {
    unsigned lanes;
    exact_operation *operation;
};

static const struct rounding no_overflow = {0, NULL};

static bool may_trap(const struct cpu *cpu)
{
    const uint32_t masks = cpu->sse.mxcsr >> MXCSR_MASK_SHIFT;

    return (masks & (MXCSR_OE | MXCSR_UE)) != (MXCSR_OE | MXCSR_UE);
}

static void operate(struct cpu *cpu, const struct insn *insn, const union xmm *second,
                    sse_host *host, struct rounding rounding)
{
    const union xmm first = cpu->sse.reg[insn->reg];
    union xmm result = first;
    uint32_t exceptions = host(&result, second, sse_host_control(cpu));

    if (unlikely(rounding.operation && may_trap(cpu))) {
        exceptions = 0;
        for (unsigned i = 0; i < rounding.lanes; i++)
            exceptions |= trapped(cpu, first.d[i], second->d[i], host, rounding.operation);
    }
    sse_commit(cpu, exceptions);
    cpu->sse.reg[insn->reg] = result;
}

static void packed_rr(struct cpu *cpu, const struct insn *insn, sse_host *host,
                      struct rounding rounding)
{
    sse_begin(cpu);
    operate(cpu, insn, &cpu->sse.reg[insn->rm], host, rounding);
}

static void packed_rm(struct cpu *cpu, const struct insn *insn, sse_host *host,
                      struct rounding rounding)
{
    sse_begin(cpu);

    const union xmm second = sse_load(cpu, insn, true);

    operate(cpu, insn, &second, host, rounding);
}

static void scalar_rm(struct cpu *cpu, const struct insn *insn, sse_host *host,
                      struct rounding rounding)
{
    union xmm second = {{0}};

    sse_begin(cpu);
    second.d[0] = load32(cpu, insn, insn->segment, effective_address(cpu, insn));
    operate(cpu, insn, &second, host, rounding);
}

#define DEFINE_SSE(NAME, RM, ROUNDING)                                                             \
    static void NAME##_rr(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        packed_rr(cpu, insn, host_##NAME, ROUNDING);                                               \
    }                                                                                              \
    static void NAME##_rm(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        RM(cpu, insn, host_##NAME, ROUNDING);                                                      \
    }                                                                                              \
    const struct operation op_##NAME = {.rr = ANY_SIZE(NAME##_rr), .rm = ANY_SIZE(NAME##_rm)};

#define DEFINE_SSE_ROUNDING(NAME)                                                                  \
    DEFINE_SSE(NAME##ps, packed_rm, ((struct rounding){4, exact_##NAME}))                          \
    DEFINE_SSE(NAME##ss, scalar_rm, ((struct rounding){1, exact_##NAME}))
#define DEFINE_SSE_EXACT(NAME)                                                                     \
    DEFINE_SSE(NAME##ps, packed_rm, no_overflow)                                                   \
    DEFINE_SSE(NAME##ss, scalar_rm, no_overflow)

DEFINE_SSE_ROUNDING(add)
DEFINE_SSE_ROUNDING(sub)
DEFINE_SSE_ROUNDING(mul)
DEFINE_SSE_ROUNDING(div)
DEFINE_SSE_EXACT(min)
DEFINE_SSE_EXACT(max)
DEFINE_SSE_EXACT(sqrt)

/* ---- comparisons --------------------------------------------------------------------------- */

/* By the immediate's low three bits; the P6 ignores the others. */
static sse_host *const compare_packed[8] = {
    host_cmpeqps,  host_cmpltps,  host_cmpleps,  host_cmpunordps,
    host_cmpneqps, host_cmpnltps, host_cmpnleps, host_cmpordps,
};
static sse_host *const compare_scalar[8] = {
    host_cmpeqss,  host_cmpltss,  host_cmpless,  host_cmpunordss,
    host_cmpneqss, host_cmpnltss, host_cmpnless, host_cmpordss,
};

static void cmpps_rr(struct cpu *cpu, const struct insn *insn)
{
    packed_rr(cpu, insn, compare_packed[insn->immediate & 7], no_overflow);
}

static void cmpps_rm(struct cpu *cpu, const struct insn *insn)
{
    packed_rm(cpu, insn, compare_packed[insn->immediate & 7], no_overflow);
}

static void cmpss_rr(struct cpu *cpu, const struct insn *insn)
{
    packed_rr(cpu, insn, compare_scalar[insn->immediate & 7], no_overflow);
}

static void cmpss_rm(struct cpu *cpu, const struct insn *insn)
{
    scalar_rm(cpu, insn, compare_scalar[insn->immediate & 7], no_overflow);
}

const struct operation op_cmpps = {.rr = ANY_SIZE(cmpps_rr), .rm = ANY_SIZE(cmpps_rm)};
const struct operation op_cmpss = {.rr = ANY_SIZE(cmpss_rr), .rm = ANY_SIZE(cmpss_rm)};

#define DEFINE_COMPARE_INTO_FLAGS(NAME)                                                            \
    static uint32_t host_##NAME(const union xmm *a, const union xmm *b, uint32_t control,          \
                                uint32_t *flags)                                                   \
    {                                                                                              \
        uint32_t host_mxcsr, host_after;                                                           \
        unsigned long pushed;                                                                      \
        __asm__ volatile(                                                                          \
            "stmxcsr %[host]\n\t"                                                                  \
            "ldmxcsr %[guest]\n\t"                                                                 \
            "movss %[first], %%xmm0\n\t" #NAME                                                     \
            " %[second], %%xmm0\n\t"                                                               \
            "lahf\n\t"                                                                             \
            "stmxcsr %[after]\n\t"                                                                 \
            "ldmxcsr %[host]"                                                                      \
            : [host] "=m"(host_mxcsr), [after] "=m"(host_after), "=&a"(pushed)                     \
            : [guest] "m"(control), [first] "m"(a->d[0]), [second] "m"(b->d[0])                    \
            : "xmm0", "cc");                                                                       \
        *flags = (uint32_t)(pushed >> 8) & (FLAG_ZF | FLAG_PF | FLAG_CF);                          \
        return host_after & MXCSR_FLAGS;                                                           \
    }                                                                                              \
    static void NAME##_values(struct cpu *cpu, const struct insn *insn, const union xmm *b)        \
    {                                                                                              \
        uint32_t flags;                                                                            \
        sse_commit(cpu, host_##NAME(&cpu->sse.reg[insn->reg], b, sse_host_control(cpu), &flags));  \
        flags_write_arithmetic(cpu, flags);                                                        \
    }                                                                                              \
    static void NAME##_rr(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        sse_begin(cpu);                                                                            \
        NAME##_values(cpu, insn, &cpu->sse.reg[insn->rm]);                                         \
    }                                                                                              \
    static void NAME##_rm(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        union xmm second = {{0}};                                                                  \
        sse_begin(cpu);                                                                            \
        second.d[0] = load32(cpu, insn, insn->segment, effective_address(cpu, insn));              \
        NAME##_values(cpu, insn, &second);                                                         \
    }                                                                                              \
    const struct operation op_##NAME = {.rr = ANY_SIZE(NAME##_rr), .rm = ANY_SIZE(NAME##_rm)};

DEFINE_COMPARE_INTO_FLAGS(comiss)
DEFINE_COMPARE_INTO_FLAGS(ucomiss)
