/*
 * SPDX-License-Identifier: MIT
 * Single steps, by EFLAGS.TF and the debug exception.
 */
#include "kernel/sample/steps.h"

#include "boot/contain.h"
#include "boot/launch.h"
#include "kernel/lib/x86.h"

#define EFLAGS_TF     (1u << 8)
#define PREFIX_16     0x66
#define PREFIX_REPNE  0xF2
#define PREFIX_REP    0xF3
#define OPCODE_PUSHF  0x9C
#define FURTHEST_SKID 32 /* instructions: what comes later still was held up by something else */

extern const char user_code_start[], user_code_end[];

static struct {
    struct sample *sample;
    unsigned left;              /* instructions; the last is the sample's */
    uint32_t nearest, furthest; /* that an interrupt of this session came behind its overflow */
} steps;

void steps_begin_session(void)
{
    steps.left = 0;
    steps.nearest = UINT32_MAX;
    steps.furthest = 0;
}

/* REP would trap behind each turn, and PUSHF store the flag. */
static bool keeps_from_stepping(uint32_t eip)
{
    uint8_t first = read8_safe(eip);
    if (first == PREFIX_16)
        first = read8_safe(eip + 1);
    return first == PREFIX_REP || first == PREFIX_REPNE || first == OPCODE_PUSHF;
}

/*
 * What calls benchmarks reads their counters behind them, so no step goes there. On the last
 * stretch to one in ring 0 they do, or its first instructions would have too few samples.
 */
static bool may_step(const struct trap_frame *frame)
{
    bool of_benchmarks =
        frame->eip >= (uint32_t)user_code_start && frame->eip < (uint32_t)user_code_end;
    return of_benchmarks || (contain_active() && !launch.user && !(frame->cs & 3));
}

/* What stops it early is taken for what it was to come to. */
static bool step(struct trap_frame *frame)
{
    bool stops = keeps_from_stepping(frame->eip);
    steps.sample->address = frame->eip;
    if (steps.left && may_step(frame) && !stops) {
        frame->eflags |= EFLAGS_TF;
        return true;
    }
    if (steps.left)
        steps.sample->executed = stops && may_step(frame) ? frame->eip : 0;
    frame->eflags &= ~EFLAGS_TF;
    steps.left = 0;
    return false;
}

bool steps_begin(struct trap_frame *frame, struct sample *sample, uint32_t since)
{
    if (since < steps.nearest)
        steps.nearest = since;
    bool likely = since - steps.nearest <= FURTHEST_SKID;
    if (likely && since > steps.furthest)
        steps.furthest = since;
    steps.left = likely ? steps.furthest - since + 1 : 1;
    steps.sample = sample;
    return step(frame);
}

bool steps_go_on(struct trap_frame *frame)
{
    steps.sample->executed = steps.sample->address;
    steps.left--;
    return step(frame);
}

bool steps_under_way(void)
{
    return steps.left;
}

void steps_give_up(void)
{
    steps.left = 0;
}
