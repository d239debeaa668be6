/*
 * SPDX-License-Identifier: MIT
 * Observes the processor and attributes clocks to instructions.
 */
#include "sim/inspection/observer.h"

#include <string.h>

#include "sim/inspection/account/account.h"
#include "sim/inspection/annotation.h"
#include "sim/devices/devices.h"
#include "sim/cpu/guest_memory.h"
#include "sim/inspection/steps.h"
#include "sim/inspection/trace.h"
#include "sim/inspection/vcd.h"

static void observer_lost(void *context, enum lost cause, uint64_t from, uint64_t clocks)
{
    struct observer *observer = context;

    observer->now.lost[cause] += clocks;
    if (observer->trace)
        trace_lost(observer->trace, cause, from, clocks);
    if (observer->vcd)
        vcd_lost(observer->vcd, cause, from, clocks);
}

void observer_start(struct observer *observer)
{
    struct cpu *cpu = observer->cpu;

    observer->attributed = model_clock(cpu->model);
    observer->overflows = model_counter(cpu->model, 0).overflows;
    observer->pm0_rises = UINT64_MAX;
    model_watch(cpu->model, observer_lost, observer);
    cpu->observer = observer;
}

/* An overflow of counter 0 asserts PM0, which the sockets of the time connected to NMI. A processor
 * that halts in the meantime gets the NMI at once, because nothing else would wake it. */
static void observer_check_pm0(struct observer *observer)
{
    struct cpu *cpu = observer->cpu;
    const struct counter_look counter = model_counter(cpu->model, 0);
    const uint64_t now = model_clock(cpu->model);

    if (counter.overflows > observer->overflows && counter.pin_on_overflow &&
        observer->pm0_rises == UINT64_MAX)
        observer->pm0_rises = now + counter.lag;
    observer->overflows = counter.overflows;
    if (observer->pm0_rises == UINT64_MAX || (now < observer->pm0_rises && !cpu->halted))
        return;
    observer->pm0_rises = UINT64_MAX;
    devices_raise_nmi(cpu->devices);
    cpu_attention(cpu);
    observer->interrupt = true;
}

/* Reads the instruction's bytes from memory; they may be in two pages. */
static void observer_read_bytes(struct observation *now, const struct cpu *cpu,
                                const struct insn *insn)
{
    const struct block *block = cpu->block;
    const uint32_t physical = block->physical + (insn->address - block->insns[0].address);
    const unsigned room = 0x1000 - (physical & 0xfff);

    now->length = insn->length;
    if (insn->length <= room) {
        guest_physical_read(cpu, physical, now->bytes, insn->length);
        return;
    }
    guest_physical_read(cpu, physical, now->bytes, room);
    guest_physical_read(cpu, block->physical_end & ~0xfffu, now->bytes + room, insn->length - room);
}

void observer_block(struct observer *observer)
{
    observer->retired = 0;
    observer->interrupt = false;
}

void observer_begin(struct observer *observer, const struct insn *insn)
{
    static const enum unit units[] = {
        [PIPE_U] = UNIT_U_ALONE, [PIPE_U_PAIRED] = UNIT_U_PAIRED, [PIPE_V] = UNIT_V};
    const struct cpu *cpu = observer->cpu;
    struct observation *now = &observer->now;

    now->linear = cpu->seg[SEG_CS].base + insn->address;
    now->bits = cpu->seg[SEG_CS].big ? 32 : 16;
    now->unit = units[insn->timing.pipe];
    now->torn = false;
    now->from = now->enters = observer->attributed;
    observer_read_bytes(now, cpu, insn);
    model_x87_needs(cpu->model, insn, &now->x87);
    observer->open = true;
}

void observer_issued(struct observer *observer, const struct insn *insn)
{
    struct observation *now = &observer->now;
    const uint64_t start = model_clock(observer->cpu->model) - insn->timing.clocks;

    now->enters = start + insn->timing.agi;
    if (insn->timing.agi)
        observer_lost(observer, LOST_AGI, start, insn->timing.agi);
    now->torn = now->unit == UNIT_V && now->lost[LOST_FIRST_EXECUTION];
    if (now->torn) { /* the lost clock is the one in which it executes */
        now->unit = UNIT_U_ALONE;
        now->enters -= now->lost[LOST_FIRST_EXECUTION];
    }
}

/* Attributes the clocks up to now to the open instruction, or to the last one. */
static void observer_attribute(struct observer *observer, bool completed)
{
    struct observation *now = &observer->now;

    now->until = model_clock(observer->cpu->model);
    now->completed = completed;
    now->x87_ready = model_x87_ready(observer->cpu->model);
    if (!observer->open) {
        now->from = observer->attributed;
        now->enters = now->from;
    }
    if (observer->annotate)
        annotation_add(observer->annotate, now, observer->open);
    if (observer->account)
        account_instruction(observer->account, now, observer->open);
    if (observer->trace && observer->open)
        trace_instruction(observer->trace, now);
    if (observer->vcd)
        vcd_instruction(observer->vcd, observer->cpu, now);
    if (observer->steps && observer->open && steps_instruction(observer->steps, now))
        cpu_has_done_enough(observer->cpu);
    observer->attributed = now->until;
    observer->open = false;
    memset(now->lost, 0, sizeof now->lost);
}

void observer_retire(struct observer *observer, unsigned executed)
{
    const struct cpu *cpu = observer->cpu;

    if (executed <= observer->retired)
        return;
    model_retire_more(cpu->model, cpu->block->insns, observer->retired, executed);
    observer->retired = executed;
}

bool observer_done(struct observer *observer, const struct insn *insn)
{
    observer_retire(observer, (unsigned)(insn - observer->cpu->block->insns) + 1);
    observer_attribute(observer, true);
    if (observer->pm0_nmi)
        observer_check_pm0(observer);
    return observer->interrupt;
}

void observer_catch_up(struct observer *observer)
{
    if (observer->open || model_clock(observer->cpu->model) > observer->attributed)
        observer_attribute(observer, false);
    if (observer->pm0_nmi)
        observer_check_pm0(observer);
}

void observer_finish(struct observer *observer)
{
    observer_catch_up(observer);
    model_watch(observer->cpu->model, NULL, NULL);
    observer->cpu->observer = NULL;
}
