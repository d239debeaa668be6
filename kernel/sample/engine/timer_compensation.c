/*
 * SPDX-License-Identifier: MIT
 * Timer compensation: arms a timer for each sample so that its interrupt arrives when the sample is
 * due. The latency is learned from recent interrupts.
 */
#include "kernel/lib/x86.h"
#include "kernel/sample/engine/sampler_state.h"

#define LATE_UNIT   256 /* unit of timer.late: 1/256 clock */
#define LATE_SMOOTH 16  /* smoothing: about the last 16 samples */
#define LATE_TICKS  16  /* a later interrupt was held up and is ignored */

static struct {
    uint32_t ticks_of_clock; /* ticks per clock, times 2^32 */
    uint32_t clocks_of_tick;
    uint32_t most_clocks, most_ticks; /* longest interval */
    bool armed_for_due;               /* it was armed for the due time */
    int32_t late;                     /* smoothed latency in 1/256 clock */
} timer;

static uint32_t timer_compensation_ticks(uint32_t clocks)
{
    return (uint32_t)((uint64_t)clocks * timer.ticks_of_clock >> 32);
}

void timer_compensation_open(const struct sample_source *source, uint64_t hz)
{
    sampler.timer = !source->steady && !source->counts && !source->watch;
    if (!sampler.timer)
        return;
    uint64_t ticks = ((uint64_t)source->hz() << 32) / hz;
    timer.ticks_of_clock = ticks < UINT32_MAX ? (uint32_t)ticks : UINT32_MAX;
    timer.clocks_of_tick = (uint32_t)(hz / source->hz()) + 1;
    uint64_t most = (uint64_t)source->most * timer.clocks_of_tick;
    timer.most_clocks = most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
    timer.most_ticks = most < UINT32_MAX ? source->most : timer_compensation_ticks(UINT32_MAX);
}

void timer_compensation_begin(void)
{
    sampler.after_arming = sampler.after_arming_early = 0;
    timer.late = 0;
}

/* Arms the timer for sampler.due; for a far due time, as late as possible before it. */
void timer_compensation_arm(uint64_t now, uint32_t clocks)
{
    if (!sampler.timer)
        return;
    sampler.armed = rdtsc();
    uint64_t remaining = sampler.due > now ? sampler.due - now : 0;
    bool is_due = !remaining;
    remaining += clocks;
    uint32_t late = (uint32_t)timer.late / LATE_UNIT;
    remaining = remaining > late ? remaining - late : 0;
    bool far = remaining >= timer.most_clocks;
    uint32_t ticks = far ? timer.most_ticks : timer_compensation_ticks((uint32_t)remaining);
    sampler.source->arm(ticks ? ticks : 1);
    timer.armed_for_due = ticks && !far && !is_due;
}

/*
 * Learns the steady part of the latency through ports and bus, which is subtracted when the timer
 * is armed.
 */
static void timer_compensation_learn(uint64_t time)
{
    int64_t by = (int64_t)(time - sampler.due);
    int32_t most = LATE_TICKS * (int32_t)timer.clocks_of_tick;
    if (!timer.armed_for_due || by > most || by < -most)
        return;
    timer.late += (int32_t)by * (LATE_UNIT / LATE_SMOOTH);
    if (timer.late < 0)
        timer.late = 0;
    if (timer.late > most * LATE_UNIT)
        timer.late = most * LATE_UNIT;
}

/*
 * The timer is coarser than a clock, and the latency differs between places in the code. An
 * interrupt that is early by less than these is a sample; otherwise places with a short latency
 * would have too few. A free-running source also interrupts between the runs, so a tick may end a
 * slice after a few clocks of a short program: these slices continue until a later tick.
 */
bool timer_compensation_is_early(uint64_t time)
{
    if (sampler.source->steady)
        return sampler.session->slices && time + sampler.session->every / 2 < sampler.due;
    timer_compensation_learn(time);
    return sampler.timer && time + 2 * timer.clocks_of_tick + sampler.outside < sampler.due;
}
