/*
 * SPDX-License-Identifier: MIT
 * Timing of x87 instructions in translated code: what they wait for, and when their results are
 * ready. Most of that is known at translation time relative to the clock: the results of the block
 * itself, and its earlier waits. A cache delay moves the clock and the times that depend on it by
 * the same amount. Only times that are not known are compared with the clock; the wait itself is
 * late code.
 */
#include "sim/cpu/translator/x87_form.h"

#define ANY_TIME (INT16_MAX / 2)

void x87_issue_forget_times(struct translation *t)
{
    t->times = (struct x87_times){.free = ANY_TIME, .multiplier_free = ANY_TIME};
    for (unsigned n = 0; n < X87_REGISTERS; n++)
        t->times.ready[n] = ANY_TIME;
}

static void x87_issue_pass_time(int16_t *time, int clocks)
{
    if (*time<ANY_TIME && * time> INT16_MIN / 2)
        *time = (int16_t)(*time - clocks);
}

/* Advances HOST_CLOCK to the current instruction. */
static void x87_issue_advance_clock(struct translation *t)
{
    const int clocks = t->share.clocks;

    if (!clocks)
        return;
    host_code_register_immediate(t->code, HOST_ADD_I, HOST_64, HOST_CLOCK, clocks);
    t->share.clocks = 0;
    x87_issue_pass_time(&t->times.free, clocks);
    x87_issue_pass_time(&t->times.multiplier_free, clocks);
    for (unsigned n = 0; n < X87_REGISTERS; n++)
        x87_issue_pass_time(&t->times.ready[n], clocks);
}

/* Something an instruction waits for: a time in the model, plus `early` clocks. */
struct awaited {
    const uint64_t *clock;
    int16_t *time;
    int early;
};

#define AWAITED_MAX (2 + X87_REGISTERS)

static unsigned physical(const struct translation *t, unsigned number)
{
    return (t->x87.model_top + number) & (X87_REGISTERS - 1);
}

static unsigned x87_issue_awaited(struct translation *t, const struct insn_timing *timing,
                                  const struct x87_plan *plan, struct awaited awaited[AWAITED_MAX])
{
    const struct x87_places *places = &t->translator->x87;
    unsigned count = 0;

    awaited[count++] = (struct awaited){places->free, &t->times.free, 0};
    if (plan->multiplies)
        awaited[count++] = (struct awaited){places->multiplier_free, &t->times.multiplier_free, 0};
    for (unsigned left = plan->exchanges ? 0 : timing->x87.reads; left; left &= left - 1) {
        const unsigned n = physical(t, (unsigned)__builtin_ctz(left));

        awaited[count++] =
            (struct awaited){&places->ready[n], &t->times.ready[n], (int)plan->early};
    }
    return count;
}

/* Keeps only those that may be later than the instruction. */
static unsigned x87_issue_unknown(const struct translation *t, struct awaited *awaited,
                                  unsigned count)
{
    unsigned left = 0;

    for (unsigned n = 0; n < count; n++)
        if (*awaited[n].time + awaited[n].early > t->share.clocks)
            awaited[left++] = awaited[n];
    return left;
}

/* Emits a jump that is taken if HOST_CLOCK is before that time. */
static uint8_t *x87_issue_jump_if_later(struct translation *t, const struct awaited *awaited)
{
    enum host_register clock = HOST_CLOCK;

    if (awaited->early) {
        clock = HOST_R10;
        host_code_memory(t->code, HOST_LEA, HOST_64, clock, host_at(HOST_CLOCK, -awaited->early));
    }
    host_code_memory(t->code, HOST_CMP, HOST_64, clock, in_model(t, awaited->clock));
    return host_code_jump_if(t->code, HOST_IF_BELOW);
}

#define JUMPS (sizeof((struct late_code *)0)->jumps / sizeof *((struct late_code *)0)->jumps)

_Static_assert(JUMPS >= 4, "jumps for the unit, the multiplier and two operands");

static void x87_issue_wait(struct translation *t, unsigned i, const struct x87_plan *plan)
{
    struct awaited awaited[AWAITED_MAX];
    const unsigned all = x87_issue_awaited(t, &t->block->insns[i].timing, plan, awaited);
    const unsigned count = x87_issue_unknown(t, awaited, all);
    struct late_code *late;

    if (!count)
        return;
    x87_issue_advance_clock(t);
    late = translator_add_late(t, LATE_WAIT, i);
    for (unsigned n = 0; n < count; n++) {
        late->jumps[n] = x87_issue_jump_if_later(t, &awaited[n]);
        *awaited[n].time = (int16_t)-awaited[n].early;
    }
    late->back = t->code->at;
}

/* Late code: waits for the latest of the times. */
void x87_issue_late_wait(struct translation *t, const struct late_code *late)
{
    const struct insn *insn = &t->block->insns[late->i];
    struct awaited awaited[AWAITED_MAX];
    struct x87_plan plan;
    unsigned count;

    p5_translated_x87_plan(t->cpu->model, insn, &plan);
    count = x87_issue_awaited(t, &insn->timing, &plan, awaited);
    host_code_load_constant(t->code, HOST_R10, 0);
    for (unsigned n = count; n-- > 0;) { /* operands first: they may be needed early */
        host_code_memory(t->code, HOST_MOV, HOST_64, HOST_R11, in_model(t, awaited[n].clock));
        if (awaited[n].early)
            host_code_register_immediate(t->code, HOST_ADD_I, HOST_64, HOST_R11, awaited[n].early);
        host_code_registers(t->code, HOST_CMP, HOST_64, HOST_R11, HOST_R10);
        host_code_registers(t->code, HOST_CMOVA, HOST_64, HOST_R10, HOST_R11);
    }
    host_code_registers(t->code, HOST_SUB, HOST_64, HOST_R10, HOST_CLOCK);
    host_code_memory(t->code, HOST_ADD_TO, HOST_64, HOST_R10,
                     in_model(t, t->translator->places.tally[TALLY_X87_CLOCKS]));
    host_code_registers(t->code, HOST_ADD, HOST_64, HOST_CLOCK, HOST_R10);
}

/* Stores R10, the instruction's clock plus `more`, as that time. */
static void leave_time(struct translation *t, uint64_t *clock, int16_t *time, unsigned more)
{
    host_code_memory(t->code, HOST_STORE, HOST_64, HOST_R10, in_model(t, clock));
    *time = (int16_t)(t->share.clocks + more);
}

static void at_clock(struct translation *t, unsigned more)
{
    host_code_memory(t->code, HOST_LEA, HOST_64, HOST_R10,
                     host_at(HOST_CLOCK, (int32_t)(t->share.clocks + more)));
}

static void x87_issue_results(struct translation *t, const struct insn_timing *timing,
                              const struct x87_plan *plan)
{
    const struct x87_places *places = &t->translator->x87;
    unsigned left = timing->x87.stack < 0 ? 1 : timing->x87.writes;
    const unsigned by = timing->x87.stack < 0 ? 7 : 0; /* after a push the result is the new top */

    at_clock(t, timing->x87.busy);
    leave_time(t, places->free, &t->times.free, timing->x87.busy);
    if (plan->multiplies) {
        at_clock(t, places->multiply_issue);
        leave_time(t, places->multiplier_free, &t->times.multiplier_free, places->multiply_issue);
    }
    if (left)
        at_clock(t, timing->x87.latency);
    for (; left; left &= left - 1) {
        const unsigned n = physical(t, by + (unsigned)__builtin_ctz(left));

        leave_time(t, &places->ready[n], &t->times.ready[n], timing->x87.latency);
    }
}

static void x87_issue_exchange(struct translation *t, unsigned other)
{
    const unsigned a = physical(t, 0), b = physical(t, other);
    const struct host_memory top = in_model(t, &t->translator->x87.ready[a]);
    const struct host_memory under = in_model(t, &t->translator->x87.ready[b]);
    const int16_t time = t->times.ready[a];

    host_code_memory(t->code, HOST_MOV, HOST_64, HOST_R10, top);
    host_code_memory(t->code, HOST_MOV, HOST_64, HOST_R11, under);
    host_code_memory(t->code, HOST_STORE, HOST_64, HOST_R11, top);
    host_code_memory(t->code, HOST_STORE, HOST_64, HOST_R10, under);
    t->times.ready[a] = t->times.ready[b];
    t->times.ready[b] = time;
}

void x87_issue_emit(struct translation *t, unsigned i)
{
    const struct insn_timing *timing = &t->block->insns[i].timing;
    struct x87_plan plan;

    p5_translated_x87_plan(t->cpu->model, &t->block->insns[i], &plan);
    t->share.flops = (uint8_t)(t->share.flops + timing->x87.operations);
    if (plan.waits)
        x87_issue_wait(t, i, &plan);
    if (plan.exchanges)
        x87_issue_exchange(t, plan.exchanged);
    else
        x87_issue_results(t, timing, &plan);
    t->share.clocks = (uint16_t)(t->share.clocks + timing->clocks);
}
