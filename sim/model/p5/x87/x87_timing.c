/*
 * SPDX-License-Identifier: MIT
 * x87 timing: when operands are available, when the unit accepts the next instruction, and what
 * overlaps. Values are tracked through the register stack, so that FXCH only renames (Agner 28.2,
 * Abrash 63).
 */
#include "sim/model/p5/p5_state.h"

/* Clocks saved by FDIV and similar instructions: 39 at 64 bits, 33 at 53, 19 at 24 (Agner 28.2). */
#define DIVIDE_SAVED_53 6
#define DIVIDE_SAVED_24 20

void x87_timing_reset(struct model *model)
{
    for (unsigned i = 0; i < 8; i++)
        model->x87_ready[i] = 0;
}

void p5_x87_precision(struct model *model, unsigned bits)
{
    model->x87_divide_saved = bits == 24 ? DIVIDE_SAVED_24 : bits == 53 ? DIVIDE_SAVED_53 : 0;
}

static unsigned physical_register(const struct model *model, unsigned st)
{
    return (model->x87_top + st) & 7;
}

static void x87_timing_exchange(struct model *model, unsigned st)
{
    const unsigned a = physical_register(model, 0);
    const unsigned b = physical_register(model, st);
    const uint64_t ready = model->x87_ready[a];

    model->x87_ready[a] = model->x87_ready[b];
    model->x87_ready[b] = ready;
}

unsigned x87_timing_exchanged(const struct x87_timing *x87)
{
    const unsigned others = x87->reads & ~1u;

    return others ? (unsigned)__builtin_ctz(others) : 0;
}

/*
 * The clock from which all operands can be used. FST needs its operand a clock earlier than others.
 */
static uint64_t x87_timing_operands_ready(const struct model *model,
                                          const struct insn_timing *timing)
{
    const unsigned early = timing->fpu == X87_STORE ? model->config.x87.store_early : 0;
    uint64_t ready = 0;

    for (unsigned left = timing->x87.reads; left; left &= left - 1) {
        const unsigned r = physical_register(model, (unsigned)__builtin_ctz(left));

        if (model->x87_ready[r] > ready)
            ready = model->x87_ready[r];
    }
    return ready + early;
}

static void x87_timing_set_result(struct model *model, unsigned r, uint64_t ready)
{
    model->x87_ready[r] = ready;
    model->x87_result = (uint8_t)r;
}

static void x87_timing_set_results(struct model *model, const struct insn_timing *timing,
                                   uint64_t ready)
{
    const unsigned top = model->x87_top;

    model->x87_top = (top + (unsigned)timing->x87.stack) & 7;
    if (timing->x87.stack < 0) {
        x87_timing_set_result(model, model->x87_top, ready);
        return;
    }
    for (unsigned left = timing->x87.writes; left; left &= left - 1)
        x87_timing_set_result(model, (top + (unsigned)__builtin_ctz(left)) & 7, ready);
}

void p5_x87_needs(const struct model *model, const struct insn *insn, struct x87_needs *needs)
{
    const struct insn_timing *timing = &insn->timing;
    const bool multiplies = timing->fpu == X87_MULTIPLY || timing->fpu == X87_INTEGER_MULTIPLY;
    const bool divides = timing->fpu == X87_DIVIDE || timing->fpu == X87_ROOT;

    *needs = (struct x87_needs){.used = timing->fpu != X87_NONE && timing->fpu < MMX_PLAIN,
                                .unit = model->x87_free};
    if (!needs->used || (timing->fpu == X87_EXCHANGE && timing->pipe == PIPE_V))
        return;
    if (multiplies || divides) {
        needs->part = multiplies ? model->multiplier_free : model->divider_free;
        needs->part_name = multiplies ? "multiplier" : "divider";
    }
    if (timing->fpu == X87_EXCHANGE || timing->fpu == X87_INTEGER_MULTIPLY)
        return;
    needs->operands = x87_timing_operands_ready(model, timing);
    for (unsigned st = 0; st < 8; st++)
        if ((timing->x87.reads >> st & 1) &&
            model->x87_ready[physical_register(model, st)] >=
                model->x87_ready[physical_register(model, needs->latest)])
            needs->latest = st;
}

uint64_t p5_x87_ready(const struct model *model)
{
    return model->x87_ready[model->x87_result];
}

void x87_timing_delay(struct model *model, const struct insn *insn, uint64_t clocks)
{
    if (insn->timing.fpu == X87_NONE || insn->timing.fpu >= X87_INTEGER_MULTIPLY)
        return;
    model->x87_free += clocks;
    model->x87_ready[model->x87_top] += clocks; /* the result of a memory read is on top of the
                                                   stack */
}

/*
 * Not counted as operations (thesis, Appendix A): instructions that generate a stack, zero divide,
 * negative root or special operand exception. All of these are found before the operation. It is an
 * assumption that a denormal is a special operand too.
 */
void model_x87_excepted(struct model *model, const struct insn *insn,
                        enum model_x87_outcome outcome)
{
    if (outcome != X87_DENORMAL || !model->config.x87.denormal_operations)
        model->count[P5_flops] -= insn->timing.x87.operations;
}

void x87_timing_issue(struct model *model, const struct insn *insn)
{
    const struct insn_timing *timing = &insn->timing;
    const bool multiplies = timing->fpu == X87_MULTIPLY || timing->fpu == X87_INTEGER_MULTIPLY;
    const bool divides = timing->fpu == X87_DIVIDE || timing->fpu == X87_ROOT;
    const unsigned saved = timing->fpu == X87_DIVIDE ? model->x87_divide_saved : 0;

    model->count[P5_flops] += timing->x87.operations;
    if (timing->fpu != X87_INTEGER_MULTIPLY)
        mmx_timing_switch(model, false);
    if (timing->fpu == X87_EXCHANGE && insn->timing.pipe == PIPE_V) {
        x87_timing_exchange(model, x87_timing_exchanged(&timing->x87));
        return;
    }
    p5_state_stall_until(model, LOST_X87, model->x87_free);
    if (multiplies)
        p5_state_stall_until(model, LOST_X87, model->multiplier_free);
    if (divides)
        p5_state_stall_until(model, LOST_X87, model->divider_free);
    if (timing->fpu == X87_EXCHANGE) {
        x87_timing_exchange(model, x87_timing_exchanged(&timing->x87));
        return;
    }
    p5_state_stall_until(model, LOST_X87, x87_timing_operands_ready(model, timing));
    if (timing->fpu == X87_INTEGER_MULTIPLY)
        return;
    if (timing->fpu == X87_CONTROL)
        x87_timing_reset(model);
    model->x87_free = model->clock + timing->x87.busy - saved;
    if (multiplies)
        model->multiplier_free = model->clock + model->config.x87.multiply_issue;
    if (divides)
        model->divider_free =
            model->clock + timing->x87.latency - saved - model->config.x87.divide_overlap;
    x87_timing_set_results(model, timing, model->clock + timing->x87.latency - saved);
}
