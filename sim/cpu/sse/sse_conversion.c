/*
 * SPDX-License-Identifier: MIT
 * SSE conversions from and to integers in MMX and general registers. Those with MMX registers
 * switch the x87 unit to MMX as any MMX instruction does, and first report its pending exception.
 */
#include "sim/cpu/fpu/mmx_unit.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"
#include "sim/cpu/sse/sse_unit.h"

/* These convert four lanes; the upper two are 0 and raise no exception. */
DEFINE_SSE_HOST(cvtdq2ps, "cvtdq2ps %[second], %%xmm0")
DEFINE_SSE_HOST(cvtps2dq, "cvtps2dq %[second], %%xmm0")
DEFINE_SSE_HOST(cvttps2dq, "cvttps2dq %[second], %%xmm0")

static void begin_with_mmx(struct cpu *cpu)
{
    sse_unit_begin(cpu);
    fpu_check(cpu, true);
}

static union xmm sse_conversion_commit(struct cpu *cpu, uint64_t low, sse_host *host)
{
    const union xmm from = {.q = {low}};
    union xmm to = {{0}};

    sse_unit_commit(cpu, host(&to, &from, sse_host_control(cpu)));
    return to;
}

/* ---- two integers --------------------------------------------------------------------------- */

static void sse_conversion_from_integers(struct cpu *cpu, const struct insn *insn,
                                         uint64_t integers)
{
    const union xmm result = sse_conversion_commit(cpu, integers, host_cvtdq2ps);

    mmx_enter(cpu);
    cpu->sse.reg[insn->reg].q[0] = result.q[0];
}

static void cvtpi2ps_rr(struct cpu *cpu, const struct insn *insn)
{
    begin_with_mmx(cpu);
    sse_conversion_from_integers(cpu, insn, mmx_read(cpu, insn->rm));
}

static void cvtpi2ps_rm(struct cpu *cpu, const struct insn *insn)
{
    begin_with_mmx(cpu);
    sse_conversion_from_integers(cpu, insn,
                                 load64(cpu, insn, insn->segment, effective_address(cpu, insn)));
}

const struct operation op_cvtpi2ps = {.rr = ANY_SIZE(cvtpi2ps_rr), .rm = ANY_SIZE(cvtpi2ps_rm)};

#define DEFINE_TO_INTEGERS(NAME, HOST)                                                             \
    static void NAME##_rr(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        begin_with_mmx(cpu);                                                                       \
        mmx_write(cpu, insn->reg,                                                                  \
                  sse_conversion_commit(cpu, cpu->sse.reg[insn->rm].q[0], HOST).q[0]);             \
    }                                                                                              \
    static void NAME##_rm(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        begin_with_mmx(cpu);                                                                       \
        const uint64_t from = load64(cpu, insn, insn->segment, effective_address(cpu, insn));      \
        mmx_write(cpu, insn->reg, sse_conversion_commit(cpu, from, HOST).q[0]);                    \
    }                                                                                              \
    const struct operation op_##NAME = {.rr = ANY_SIZE(NAME##_rr), .rm = ANY_SIZE(NAME##_rm)};

DEFINE_TO_INTEGERS(cvtps2pi, host_cvtps2dq)
DEFINE_TO_INTEGERS(cvttps2pi, host_cvttps2dq)

/* ---- one integer ---------------------------------------------------------------------------- */

static void sse_conversion_from_integer(struct cpu *cpu, const struct insn *insn, uint32_t integer)
{
    cpu->sse.reg[insn->reg].d[0] = sse_conversion_commit(cpu, integer, host_cvtdq2ps).d[0];
}

static void cvtsi2ss_rr(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    sse_conversion_from_integer(cpu, insn, cpu->reg[insn->rm]);
}

static void cvtsi2ss_rm(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    sse_conversion_from_integer(cpu, insn,
                                load32(cpu, insn, insn->segment, effective_address(cpu, insn)));
}

const struct operation op_cvtsi2ss = {.rr = ANY_SIZE(cvtsi2ss_rr), .rm = ANY_SIZE(cvtsi2ss_rm)};

#define DEFINE_TO_INTEGER(NAME, HOST)                                                              \
    static void NAME##_rr(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        sse_unit_begin(cpu);                                                                       \
        cpu->reg[insn->reg] = sse_conversion_commit(cpu, cpu->sse.reg[insn->rm].d[0], HOST).d[0];  \
    }                                                                                              \
    static void NAME##_rm(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        sse_unit_begin(cpu);                                                                       \
        const uint32_t from = load32(cpu, insn, insn->segment, effective_address(cpu, insn));      \
        cpu->reg[insn->reg] = sse_conversion_commit(cpu, from, HOST).d[0];                         \
    }                                                                                              \
    const struct operation op_##NAME = {.rr = ANY_SIZE(NAME##_rr), .rm = ANY_SIZE(NAME##_rm)};

DEFINE_TO_INTEGER(cvtss2si, host_cvtps2dq)
DEFINE_TO_INTEGER(cvttss2si, host_cvttps2dq)
