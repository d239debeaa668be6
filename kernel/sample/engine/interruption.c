/*
 * SPDX-License-Identifier: MIT
 * The sampling handler, from its first to its last read of the time-stamp counter: stops the
 * counters, reads them, stores the sample, starts the next group, arms the timer.
 */
#include <stddef.h>

#include "kernel/lib/x86.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/trap.h"
#include "kernel/sample/engine/sampler_state.h"
#include "kernel/sample/engine/single_steps.h"

#define VECTOR_DEBUG 1

_Static_assert(offsetof(struct sampler, left) == 0, "LEFT of sample_stubs.asm");

/*
 * From ring 0 the processor pushes no ESP: the top of the interrupted stack is at that place. If
 * that stack is empty, it ends there, and nothing may be mapped after it.
 */
static uint32_t word_on_stack(const struct trap_frame *frame)
{
    uint32_t end = (uint32_t)paging_benchmark_stack();
    if (!(frame->cs & 3))
        return (uint32_t)&frame->esp == end ? 0 : frame->esp;
    uint32_t left = end - frame->esp;
    bool there = left >= sizeof(uint32_t) && left <= PAGING_STACK_BYTES;
    return there ? *(const uint32_t *)(uintptr_t)frame->esp : 0;
}

/* Written in one go: lines that are written and never read need not be in the cache. */
static struct sample *interruption_store_sample(const struct trap_frame *frame, uint64_t time)
{
    struct sample made = {.time = time,
                          .address = frame->eip,
                          .on_stack = word_on_stack(frame),
                          .user = frame->cs & 3};
    struct sample *sample = counter_deltas_store(&made);
    if (sampler.end->registers)
        sample_registers_store(frame, sample);
    return sample;
}

/* The events counted since counter 0 overflowed. */
static uint32_t interruption_events_after(void)
{
    return (uint32_t)sampler_counter(0);
}

/* Stores the sample that is due and begins the next interval; returns whether it is stepped. */
static bool interruption_end_interval(struct trap_frame *frame, uint64_t time)
{
    struct sample *sample = interruption_store_sample(frame, time);
    bool stepping =
        sampler.session->stepped && single_steps_begin(frame, sample, interruption_events_after());
    slices_next();
    if (sampler.source->counts)
        sampler.remaining = (uint32_t)slices_interval();
    sampler.due += slices_interval();
    if (sampler.due < time) /* the handler is slower than the interval */
        sampler.due = time;
    if (sampler.source->steady)
        sampler.due = time + sampler.session->every;
    return stepping;
}

/*
 * Takes a sample; returns whether it was kept. An early interruption stops and starts the counters
 * as well: where ring 0 counts, both kinds count the same of the handler.
 */
static bool interruption_take_sample(struct trap_frame *frame, uint64_t entered)
{
    uint64_t time = sampler_time(entered - sampler.outside); /* most of `outside` is the entry */
    sampler.interruptions++;
    sampler.end->interruptions++;
    bool early = timer_compensation_is_early(time), stepping = false;
    bool counting = sampler.counters;
    if (counting) {
        sampler.pmc->stop();
        counter_deltas_carry();
    }
    if (!early)
        stepping = interruption_end_interval(frame, time);
    timer_compensation_arm(time, early ? sampler.after_arming_early : sampler.after_arming);
    if (counting && !stepping)
        counter_deltas_start(sampler.remaining);
    return !early;
}

/* Continues a step. The counters are stopped between an overflow and its sample. */
static void interruption_continue_step(struct trap_frame *frame)
{
    if (!single_steps_go_on(frame))
        counter_deltas_start(sampler.remaining);
}

/*
 * Returns the time of a watched write. If writes follow each other directly, the clocks outside the
 * handler may be less than the calibrated value, by more than the program took; the time between
 * the writes is then 0.
 */
static uint64_t interruption_write_time(uint64_t entered)
{
    uint64_t time = sampler_time(entered - sampler.outside);
    if ((int64_t)(time - sampler.latest) < 0) {
        sampler.hidden -= sampler.latest - time;
        time = sampler.latest;
    }
    sampler.latest = time;
    return time;
}

/*
 * Handles all watched writes in the same way while counters run, so that the handler's own counts
 * are constant.
 */
static void interruption_take_write(const struct trap_frame *frame, uint64_t entered)
{
    counter_deltas_stop();
    sampler.interruptions++;
    sampler.end->interruptions++;
    uint64_t time = interruption_write_time(entered);
    counter_deltas_carry();
    if (!--sampler.remaining) {
        interruption_store_sample(frame, time);
        slices_next();
        sampler.remaining = (uint32_t)slices_interval();
    }
    counter_deltas_start(0);
}

/* Has no branch: counters run, and the handler's own counts are constant. */
void interruption_settle(void)
{
    sampler.hidden += sampler.left - sampler.unsettled.entered + sampler.unsettled.outside;
    *sampler.unsettled.duration =
        (uint32_t)(sampler.left - sampler.armed) + sampler.unsettled.outside;
    sampler.unsettled.entered = sampler.left;
    sampler.unsettled.outside = 0;
    sampler.unsettled.duration = &sampler.unsettled.nothing;
}

static void to_settle(uint64_t entered, bool kept)
{
    sampler.unsettled.entered = entered;
    sampler.unsettled.outside = sampler.outside;
    sampler.unsettled.duration = kept ? &sampler.after_arming : &sampler.after_arming_early;
    sampler.sampled = true;
    sampler.end->entries++;
}

/*
 * launch.begun is 0 until the counted run: interrupts before it, during restoring, yield no sample.
 * Late interrupts without a session are ignored too.
 */
bool interruption(struct trap_frame *frame)
{
    uint64_t entered = rdtsc();
    bool step = frame->vector == VECTOR_DEBUG && single_steps_active();
    if (!step && !sampler.source->acknowledge(frame))
        return false;
    if (!sampler.session)
        return true;
    interruption_settle();
    if (!launch.begun) {
        edges_interrupted_before(entered);
        return true;
    }
    bool anywhere = !step && (sampler.source->counts || sampler.source->watch);
    if (anywhere && edges_step_aside(frame, entered))
        return true;
    bool kept = true;
    if (step)
        interruption_continue_step(frame);
    else if (sampler.source->watch)
        interruption_take_write(frame, entered);
    else
        kept = interruption_take_sample(frame, entered);
    to_settle(entered, kept);
    sampler.left = rdtsc();
    return true;
}

/* Handles a timer's interrupt, or an overflow on a P6. */
enum interruption_is interruption_at(struct trap_frame *frame, uint64_t entered)
{
    if (!sampler.session || !sampler.source->acknowledge(frame))
        return INTERRUPTION_NOT_OURS;
    interruption_settle();
    if (!launch.begun) {
        edges_interrupted_before(entered);
        return INTERRUPTION_UNTIMED;
    }
    if (sampler.source->counts && edges_step_aside(frame, entered))
        return INTERRUPTION_UNTIMED;
    to_settle(entered, interruption_take_sample(frame, entered));
    return INTERRUPTION_TIMED;
}
