/*
 * SPDX-License-Identifier: MIT
 * What the handler does, from the time-stamp counter's first look to its last: stops the counters,
 * reads them, keeps the sample, gives the next group its counters, arms the timer.
 */
#include <stddef.h>

#include "kernel/lib/x86.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/trap.h"
#include "kernel/sample/engine/sampler_state.h"
#include "kernel/sample/engine/single_steps.h"

#define VECTOR_DEBUG 1

_Static_assert(offsetof(struct sampler, left) == 0, "LEFT of sample_stubs.asm");

/* From ring 0 the processor pushes no ESP: where it would stand is what lay on top. */
static uint32_t word_on_stack(const struct trap_frame *frame)
{
    if (!(frame->cs & 3))
        return frame->esp;
    uint32_t left = (uint32_t)paging_benchmark_stack() - frame->esp;
    bool there = left >= sizeof(uint32_t) && left <= PAGING_STACK_BYTES;
    return there ? *(const uint32_t *)(uintptr_t)frame->esp : 0;
}

/* Written at once: what a processor writes and never reads need not be in its cache. */
static struct sample *keep_sample(const struct trap_frame *frame, uint64_t time)
{
    struct sample made = {.time = time,
                          .address = frame->eip,
                          .on_stack = word_on_stack(frame),
                          .user = frame->cs & 3};
    return gains_keep(&made);
}

/* Counted since counter 0 overflowed. */
static uint32_t events_behind(void)
{
    return (uint32_t)sampler_counter(0);
}

/* Whether it was kept. */
static bool take(struct trap_frame *frame, uint64_t entered)
{
    uint64_t time = sampler_time(entered - sampler.outside); /* nearly all of that is the way in */
    sampler.interruptions++;
    sampler.end->interruptions++;
    if (aim_is_early(time)) {
        aim(time, sampler.behind_early);
        return false;
    }
    bool counting = sampler.counters;
    if (counting) {
        sampler.pmc->stop();
        gains_carry();
    }
    struct sample *sample = keep_sample(frame, time);
    bool stepping = sampler.session->stepped && steps_begin(frame, sample, events_behind());
    turns_next();
    if (sampler.source->counts)
        sampler.to_go = (uint32_t)turns_interval();
    sampler.due += turns_interval();
    if (sampler.due < time) /* the handler is slower than that */
        sampler.due = time;
    aim(time, sampler.behind);
    if (counting && !stepping)
        gains_start(sampler.to_go);
    return true;
}

/* The counters stand still between an overflow and its sample. */
static void take_step(struct trap_frame *frame)
{
    if (!steps_go_on(frame))
        gains_start(sampler.to_go);
}

/*
 * When a watched write was. Where writes follow each other at once, what lies outside of the
 * handler may be less than calibration found, by more than the program took: that is nothing.
 */
static uint64_t time_of_write(uint64_t entered)
{
    uint64_t time = sampler_time(entered - sampler.outside);
    if ((int64_t)(time - sampler.latest) < 0) {
        sampler.hidden -= sampler.latest - time;
        time = sampler.latest;
    }
    sampler.latest = time;
    return time;
}

/* All of them alike while counters run, so that what the handler counts is always the same. */
static void take_write(const struct trap_frame *frame, uint64_t entered)
{
    gains_stop();
    sampler.interruptions++;
    sampler.end->interruptions++;
    uint64_t time = time_of_write(entered);
    gains_carry();
    if (!--sampler.to_go) {
        keep_sample(frame, time);
        turns_next();
        sampler.to_go = (uint32_t)turns_interval();
    }
    gains_start(0);
}

/* Without a branch: counters run, and what the handler counts is always the same. */
void interruption_settle(void)
{
    sampler.hidden += sampler.left - sampler.unsettled.entered + sampler.unsettled.outside;
    *sampler.unsettled.behind =
        (uint32_t)(sampler.left - sampler.armed) + sampler.unsettled.outside;
    sampler.unsettled.entered = sampler.left;
    sampler.unsettled.outside = 0;
    sampler.unsettled.behind = &sampler.unsettled.nothing;
}

static void to_settle(uint64_t entered, bool kept)
{
    sampler.unsettled.entered = entered;
    sampler.unsettled.outside = sampler.outside;
    sampler.unsettled.behind = kept ? &sampler.behind : &sampler.behind_early;
    sampler.sampled |= kept;
    sampler.end->entries++;
}

/*
 * launch.begun is 0 until the counted run: what is put back before it is interrupted for nothing.
 * So is what runs when no session does, by what was still to come.
 */
bool interruption(struct trap_frame *frame)
{
    uint64_t entered = rdtsc();
    bool step = frame->vector == VECTOR_DEBUG && steps_under_way();
    if (!step && !sampler.source->takes(frame))
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
        take_step(frame);
    else if (sampler.source->watch)
        take_write(frame, entered);
    else
        kept = take(frame, entered);
    to_settle(entered, kept);
    sampler.left = rdtsc();
    return true;
}

/* A timer's, or a P6's overflow. */
enum interruption_is interruption_at(struct trap_frame *frame, uint64_t entered)
{
    if (!sampler.session || !sampler.source->takes(frame))
        return INTERRUPTION_NOT_OURS;
    interruption_settle();
    if (!launch.begun) {
        edges_interrupted_before(entered);
        return INTERRUPTION_UNTIMED;
    }
    if (sampler.source->counts && edges_step_aside(frame, entered))
        return INTERRUPTION_UNTIMED;
    to_settle(entered, take(frame, entered));
    return INTERRUPTION_TIMED;
}
