/*
 * SPDX-License-Identifier: MIT
 * SSE moves, logic and shuffles. These instructions do not interpret numbers and never raise #XM.
 */
#include "sim/cpu/sse/sse_unit.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"
#include "sim/cpu/sse/sse_lane_moves.h"

/* ---- moves of all four lanes ----------------------------------------------------------------- */

static void movaps_rr(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    cpu->sse.reg[insn->reg] = cpu->sse.reg[insn->rm];
}

#define DEFINE_MOVE(NAME, ALIGNED)                                                                 \
    static void NAME##_rm(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        sse_unit_begin(cpu);                                                                       \
        cpu->sse.reg[insn->reg] = sse_unit_load(cpu, insn, ALIGNED);                               \
    }                                                                                              \
    static void NAME##_mr(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        sse_unit_begin(cpu);                                                                       \
        sse_unit_store(cpu, insn, &cpu->sse.reg[insn->reg], ALIGNED);                              \
    }

DEFINE_MOVE(movaps, true)
DEFINE_MOVE(movups, false)

const struct operation op_movaps = {
    .rr = ANY_SIZE(movaps_rr), .rm = ANY_SIZE(movaps_rm), .mr = ANY_SIZE(movaps_mr)};
const struct operation op_movups = {
    .rr = ANY_SIZE(movaps_rr), .rm = ANY_SIZE(movups_rm), .mr = ANY_SIZE(movups_mr)};
const struct operation op_movntps = {.mr = ANY_SIZE(movaps_mr)};

static void sse_move_movmskps(struct cpu *cpu, const struct insn *insn)
{
    const union xmm *from = &cpu->sse.reg[insn->rm];
    uint32_t mask = 0;

    sse_unit_begin(cpu);
    for (unsigned i = 0; i < 4; i++)
        mask |= from->d[i] >> 31 << i;
    cpu->reg[insn->reg] = mask;
}

const struct operation op_movmskps = {.rr = ANY_SIZE(sse_move_movmskps)};

/* ---- moves of one or two lanes --------------------------------------------------------------- */

static void movss_rr(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    cpu->sse.reg[insn->reg].d[0] = cpu->sse.reg[insn->rm].d[0];
}

static void movss_rm(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);

    const uint32_t value = load32(cpu, insn, insn->segment, effective_address(cpu, insn));

    cpu->sse.reg[insn->reg] = (union xmm){.d = {value}};
}

static void movss_mr(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    store32(cpu, insn, insn->segment, effective_address(cpu, insn), cpu->sse.reg[insn->reg].d[0]);
}

const struct operation op_movss = {
    .rr = ANY_SIZE(movss_rr), .rm = ANY_SIZE(movss_rm), .mr = ANY_SIZE(movss_mr)};

/* MOVHLPS and MOVLHPS are the register forms of MOVLPS and MOVHPS. */
#define DEFINE_HALF(NAME, HALF)                                                                    \
    static void NAME##_rr(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        sse_unit_begin(cpu);                                                                       \
        cpu->sse.reg[insn->reg].q[HALF] = cpu->sse.reg[insn->rm].q[!(HALF)];                       \
    }                                                                                              \
    static void NAME##_rm(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        sse_unit_begin(cpu);                                                                       \
        cpu->sse.reg[insn->reg].q[HALF] =                                                          \
            load64(cpu, insn, insn->segment, effective_address(cpu, insn));                        \
    }                                                                                              \
    static void NAME##_mr(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        sse_unit_begin(cpu);                                                                       \
        store64(cpu, insn, insn->segment, effective_address(cpu, insn),                            \
                cpu->sse.reg[insn->reg].q[HALF]);                                                  \
    }                                                                                              \
    const struct operation op_##NAME##_load = {.rr = ANY_SIZE(NAME##_rr),                          \
                                               .rm = ANY_SIZE(NAME##_rm)};                         \
    const struct operation op_##NAME##_store = {.mr = ANY_SIZE(NAME##_mr)};

DEFINE_HALF(movlps, 0)
DEFINE_HALF(movhps, 1)

/* SSE2's forms have a memory operand only. */
const struct operation op_movlpd_load = {.rm = ANY_SIZE(movlps_rm)};
const struct operation op_movhpd_load = {.rm = ANY_SIZE(movhps_rm)};

/* ---- logic and shuffles --------------------------------------------------------------------- */

DEFINE_WHOLE(andps, {.q = {a.q[0] & b.q[0], a.q[1] & b.q[1]}})
DEFINE_WHOLE(andnps, {.q = {~a.q[0] & b.q[0], ~a.q[1] & b.q[1]}})
DEFINE_WHOLE(orps, {.q = {a.q[0] | b.q[0], a.q[1] | b.q[1]}})
DEFINE_WHOLE(xorps, {.q = {a.q[0] ^ b.q[0], a.q[1] ^ b.q[1]}})
DEFINE_WHOLE(unpcklps, {.d = {a.d[0], b.d[0], a.d[1], b.d[1]}})
DEFINE_WHOLE(unpckhps, {.d = {a.d[2], b.d[2], a.d[3], b.d[3]}})
DEFINE_WHOLE(shufps,
             {.d = {a.d[order & 3], a.d[order >> 2 & 3], b.d[order >> 4 & 3], b.d[order >> 6 & 3]}})
