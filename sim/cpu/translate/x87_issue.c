/*
 * SPDX-License-Identifier: MIT
 * When x87 instructions are issued: what they wait for, and from when on what they leave is there.
 */
#include "sim/cpu/translate/x87_form.h"

static struct host_memory ready(const struct translation *t, unsigned number)
{
    return in_model(t, &t->translator->x87.ready[(t->x87.model_top + number) & 7]);
}

/* R10 becomes the later of itself and what is there. */
static void later(struct translation *t, struct host_memory clock)
{
    host_memory(t->code, HOST_MOV, HOST_64, HOST_R11, clock);
    host_registers(t->code, HOST_CMP, HOST_64, HOST_R11, HOST_R10);
    host_registers(t->code, HOST_CMOVA, HOST_64, HOST_R10, HOST_R11);
}

static void wait(struct translation *t, const struct insn_timing *timing,
                 const struct x87_plan *plan)
{
    const struct x87_places *places = &t->translator->x87;
    uint8_t *no_wait;

    if (!plan->exchanges && timing->x87.reads && plan->early) {
        host_load_constant(t->code, HOST_R10, 0);
        for (unsigned left = timing->x87.reads; left; left &= left - 1)
            later(t, ready(t, (unsigned)__builtin_ctz(left)));
        host_register_immediate(t->code, HOST_ADD_I, HOST_64, HOST_R10, (int32_t)plan->early);
        later(t, in_model(t, places->free));
    } else {
        host_memory(t->code, HOST_MOV, HOST_64, HOST_R10, in_model(t, places->free));
        for (unsigned left = plan->exchanges ? 0 : timing->x87.reads; left; left &= left - 1)
            later(t, ready(t, (unsigned)__builtin_ctz(left)));
    }
    if (plan->multiplies)
        later(t, in_model(t, places->multiplier_free));
    host_registers(t->code, HOST_SUB, HOST_64, HOST_R10, HOST_CLOCK);
    no_wait = host_jump_if(t->code, HOST_IF_NOT_ABOVE);
    host_memory(t->code, HOST_ADD_TO, HOST_64, HOST_R10,
                in_model(t, t->translator->places.tally[TALLY_X87_CLOCKS]));
    host_registers(t->code, HOST_ADD, HOST_64, HOST_CLOCK, HOST_R10);
    host_land(no_wait, t->code->at);
}

static void results(struct translation *t, const struct insn_timing *timing,
                    const struct x87_plan *plan)
{
    const struct x87_places *places = &t->translator->x87;
    unsigned left = timing->x87.stack < 0 ? 1 : timing->x87.writes;
    const unsigned by = timing->x87.stack < 0 ? 7 : 0; /* a push's is the new top */

    host_memory(t->code, HOST_LEA, HOST_64, HOST_R10, host_at(HOST_CLOCK, timing->x87.busy));
    host_memory(t->code, HOST_STORE, HOST_64, HOST_R10, in_model(t, places->free));
    if (plan->multiplies) {
        host_memory(t->code, HOST_LEA, HOST_64, HOST_R10,
                    host_at(HOST_CLOCK, (int32_t)places->multiply_issue));
        host_memory(t->code, HOST_STORE, HOST_64, HOST_R10, in_model(t, places->multiplier_free));
    }
    if (left)
        host_memory(t->code, HOST_LEA, HOST_64, HOST_R10, host_at(HOST_CLOCK, timing->x87.latency));
    for (; left; left &= left - 1)
        host_memory(t->code, HOST_STORE, HOST_64, HOST_R10,
                    ready(t, by + (unsigned)__builtin_ctz(left)));
}

void x87_wait_and_issue(struct translation *t, const struct insn *insn)
{
    const struct insn_timing *timing = &insn->timing;
    struct x87_plan plan;

    model_x87_plan(t->cpu->model, insn, &plan);
    t->share.flops = (uint8_t)(t->share.flops + timing->x87.operations);
    if (t->share.clocks)
        host_register_immediate(t->code, HOST_ADD_I, HOST_64, HOST_CLOCK, t->share.clocks);
    t->share.clocks = 0;
    if (plan.waits)
        wait(t, timing, &plan);
    if (plan.exchanges) {
        host_memory(t->code, HOST_MOV, HOST_64, HOST_R10, ready(t, 0));
        host_memory(t->code, HOST_MOV, HOST_64, HOST_R11, ready(t, plan.exchanged));
        host_memory(t->code, HOST_STORE, HOST_64, HOST_R11, ready(t, 0));
        host_memory(t->code, HOST_STORE, HOST_64, HOST_R10, ready(t, plan.exchanged));
    } else {
        results(t, timing, &plan);
    }
    t->share.clocks = timing->clocks;
}
