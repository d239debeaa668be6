/*
 * SPDX-License-Identifier: MIT
 * SSE2 conversions between singles, doubles and integers in XMM, MMX and general registers. Those
 * with MMX registers switch the x87 unit to MMX as any MMX instruction does, except CVTPI2PD from
 * memory (Software Developer's Manual volume 2, CVTPI2PD).
 */
#include <math.h>
#include <string.h>

#include "sim/cpu/fpu/mmx_unit.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"
#include "sim/cpu/sse/sse_unit.h"

#define DEFINE_HOST(NAME) DEFINE_SSE_HOST(NAME, #NAME " %[second], %%xmm0")

DEFINE_HOST(cvtdq2ps)
DEFINE_HOST(cvtps2dq)
DEFINE_HOST(cvttps2dq)
DEFINE_HOST(cvtdq2pd)
DEFINE_HOST(cvtpd2dq)
DEFINE_HOST(cvttpd2dq)
DEFINE_HOST(cvtps2pd)
DEFINE_HOST(cvtpd2ps)
DEFINE_HOST(cvtss2sd)
DEFINE_HOST(cvtsd2ss)

/* ---- double to single ------------------------------------------------------------------------ */

static bool fits_single(double value)
{
    int exponent;
    const double fraction = frexp(value, &exponent);

    return (double)(float)fraction == fraction;
}

/*
 * An unmasked overflow or underflow is detected before the result is fitted to the exponent range,
 * as in sse_operation.c.
 */
static uint32_t sse2_conversion_exceptions(const struct cpu *cpu, uint64_t bits)
{
    const uint32_t unmasked = ~cpu->sse.mxcsr >> MXCSR_MASK_SHIFT;
    const union xmm from = {.q = {bits}};
    union xmm single = {{0}};
    uint32_t exceptions = host_cvtsd2ss(&single, &from, sse_host_control(cpu));
    double value;

    memcpy(&value, &bits, sizeof value);
    if (unmasked & MXCSR_UE && !(single.d[0] & 0x7f800000) && single.d[0] & 0x007fffff)
        exceptions |= MXCSR_UE;
    if (exceptions & unmasked & (MXCSR_OE | MXCSR_UE)) {
        exceptions &= ~MXCSR_PE;
        exceptions |= fits_single(value) ? 0 : MXCSR_PE;
    }
    return exceptions;
}

static uint32_t sse2_conversion_narrow(const struct cpu *cpu, union xmm *r, const union xmm *from,
                                       sse_host *host, unsigned lanes)
{
    const uint32_t masks = cpu->sse.mxcsr >> MXCSR_MASK_SHIFT;
    uint32_t exceptions = host(r, from, sse_host_control(cpu));

    if (likely((masks & (MXCSR_OE | MXCSR_UE)) == (MXCSR_OE | MXCSR_UE)))
        return exceptions;
    exceptions = 0;
    for (unsigned i = 0; i < lanes; i++)
        exceptions |= sse2_conversion_exceptions(cpu, from->q[i]);
    return exceptions;
}

/* ---- XMM to XMM ------------------------------------------------------------------------------ */

/* Bytes of memory that a conversion reads. */
enum width { FOUR, EIGHT, SIXTEEN };

static union xmm sse2_conversion_operand(struct cpu *cpu, const struct insn *insn, enum width width)
{
    const uint32_t offset = effective_address(cpu, insn);

    if (width == FOUR)
        return (union xmm){.d = {load32(cpu, insn, insn->segment, offset)}};
    if (width == EIGHT)
        return (union xmm){.q = {load64(cpu, insn, insn->segment, offset)}};
    return sse_unit_load(cpu, insn, true);
}

/* Converts to the destination. `lanes` is the number of doubles converted to singles; 0 for other
 * conversions. */
static void sse2_conversion_commit(struct cpu *cpu, const struct insn *insn, const union xmm *from,
                                   sse_host *host, unsigned lanes)
{
    union xmm to = cpu->sse.reg[insn->reg];

    sse_unit_commit(cpu, lanes ? sse2_conversion_narrow(cpu, &to, from, host, lanes)
                               : host(&to, from, sse_host_control(cpu)));
    cpu->sse.reg[insn->reg] = to;
}

#define DEFINE_CONVERSION(NAME, WIDTH, LANES)                                                      \
    static void NAME##_rr(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        sse_unit_begin(cpu);                                                                       \
        sse2_conversion_commit(cpu, insn, &cpu->sse.reg[insn->rm], host_##NAME, LANES);            \
    }                                                                                              \
    static void NAME##_rm(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        sse_unit_begin(cpu);                                                                       \
        const union xmm from = sse2_conversion_operand(cpu, insn, WIDTH);                          \
        sse2_conversion_commit(cpu, insn, &from, host_##NAME, LANES);                              \
    }                                                                                              \
    const struct operation op_##NAME = {.rr = ANY_SIZE(NAME##_rr), .rm = ANY_SIZE(NAME##_rm)};

DEFINE_CONVERSION(cvtdq2ps, SIXTEEN, 0)
DEFINE_CONVERSION(cvtps2dq, SIXTEEN, 0)
DEFINE_CONVERSION(cvttps2dq, SIXTEEN, 0)
DEFINE_CONVERSION(cvtdq2pd, EIGHT, 0)
DEFINE_CONVERSION(cvtpd2dq, SIXTEEN, 0)
DEFINE_CONVERSION(cvttpd2dq, SIXTEEN, 0)
DEFINE_CONVERSION(cvtps2pd, EIGHT, 0)
DEFINE_CONVERSION(cvtpd2ps, SIXTEEN, 2)
DEFINE_CONVERSION(cvtss2sd, FOUR, 0)
DEFINE_CONVERSION(cvtsd2ss, EIGHT, 1)

/* ---- MMX registers --------------------------------------------------------------------------- */

static void sse2_conversion_cvtpi2pd_rr(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    fpu_check(cpu, true);

    const union xmm from = {.q = {mmx_read(cpu, insn->rm)}};

    mmx_enter(cpu);
    sse2_conversion_commit(cpu, insn, &from, host_cvtdq2pd, 0);
}

static void sse2_conversion_cvtpi2pd_rm(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);

    const union xmm from = sse2_conversion_operand(cpu, insn, EIGHT);

    sse2_conversion_commit(cpu, insn, &from, host_cvtdq2pd, 0);
}

const struct operation op_cvtpi2pd = {.rr = ANY_SIZE(sse2_conversion_cvtpi2pd_rr),
                                      .rm = ANY_SIZE(sse2_conversion_cvtpi2pd_rm)};

/* Converts two doubles to two integers. */
static uint64_t sse2_conversion_integers(struct cpu *cpu, const union xmm *from, sse_host *host)
{
    union xmm to = {{0}};

    sse_unit_commit(cpu, host(&to, from, sse_host_control(cpu)));
    return to.q[0];
}

#define DEFINE_TO_INTEGERS(NAME, HOST)                                                             \
    static void NAME##_rr(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        sse_unit_begin(cpu);                                                                       \
        fpu_check(cpu, true);                                                                      \
        mmx_write(cpu, insn->reg, sse2_conversion_integers(cpu, &cpu->sse.reg[insn->rm], HOST));   \
    }                                                                                              \
    static void NAME##_rm(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        sse_unit_begin(cpu);                                                                       \
        fpu_check(cpu, true);                                                                      \
        const union xmm from = sse2_conversion_operand(cpu, insn, SIXTEEN);                        \
        mmx_write(cpu, insn->reg, sse2_conversion_integers(cpu, &from, HOST));                     \
    }                                                                                              \
    const struct operation op_##NAME = {.rr = ANY_SIZE(NAME##_rr), .rm = ANY_SIZE(NAME##_rm)};

DEFINE_TO_INTEGERS(cvtpd2pi, host_cvtpd2dq)
DEFINE_TO_INTEGERS(cvttpd2pi, host_cvttpd2dq)

/* ---- general registers ----------------------------------------------------------------------- */

/* Every integer is representable as a double, so there are no exceptions. */
static void sse2_conversion_from_integer(struct cpu *cpu, const struct insn *insn, uint32_t integer)
{
    const double value = (int32_t)integer;

    memcpy(&cpu->sse.reg[insn->reg].q[0], &value, sizeof value);
}

static void cvtsi2sd_rr(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    sse2_conversion_from_integer(cpu, insn, cpu->reg[insn->rm]);
}

static void cvtsi2sd_rm(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    sse2_conversion_from_integer(cpu, insn,
                                 load32(cpu, insn, insn->segment, effective_address(cpu, insn)));
}

const struct operation op_cvtsi2sd = {.rr = ANY_SIZE(cvtsi2sd_rr), .rm = ANY_SIZE(cvtsi2sd_rm)};

/* The upper double is 0, which raises no exception. */
static void sse2_conversion_to_integer(struct cpu *cpu, const struct insn *insn, uint64_t low,
                                       sse_host *host)
{
    const union xmm from = {.q = {low}};

    cpu->reg[insn->reg] = (uint32_t)sse2_conversion_integers(cpu, &from, host);
}

#define DEFINE_TO_INTEGER(NAME, HOST)                                                              \
    static void NAME##_rr(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        sse_unit_begin(cpu);                                                                       \
        sse2_conversion_to_integer(cpu, insn, cpu->sse.reg[insn->rm].q[0], HOST);                  \
    }                                                                                              \
    static void NAME##_rm(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        sse_unit_begin(cpu);                                                                       \
        sse2_conversion_to_integer(cpu, insn, sse2_conversion_operand(cpu, insn, EIGHT).q[0],      \
                                   HOST);                                                          \
    }                                                                                              \
    const struct operation op_##NAME = {.rr = ANY_SIZE(NAME##_rr), .rm = ANY_SIZE(NAME##_rm)};

DEFINE_TO_INTEGER(cvtsd2si, host_cvtpd2dq)
DEFINE_TO_INTEGER(cvttsd2si, host_cvttpd2dq)
