/*
 * SPDX-License-Identifier: MIT
 * A timer is armed for each sample so that its interrupt comes when that is due: how late it is on
 * its way in is learned from the last ones.
 */
#include "kernel/lib/x86.h"
#include "kernel/sample/engine/sampler_state.h"

#define LATE_UNIT   256 /* of timer.late */
#define LATE_SMOOTH 16  /* it follows what the last so many samples were late */
#define LATE_TICKS  16  /* what is later than that was held up */

static struct {
    uint32_t ticks_of_clock; /* of the source, times 2^32 */
    uint32_t clocks_of_tick;
    uint32_t most_clocks, most_ticks; /* that it can be armed for */
    bool aimed;                       /* it was armed for when it is due */
    int32_t late; /* clocks, 256ths: how much later than armed for it interrupts, smoothed */
} timer;

static uint32_t ticks_in(uint32_t clocks)
{
    return (uint32_t)((uint64_t)clocks * timer.ticks_of_clock >> 32);
}

void aim_open(const struct sample_source *source, uint64_t hz)
{
    sampler.timer = !source->steady && !source->counts && !source->watch;
    if (!sampler.timer)
        return;
    uint64_t ticks = ((uint64_t)source->hz() << 32) / hz;
    timer.ticks_of_clock = ticks < UINT32_MAX ? (uint32_t)ticks : UINT32_MAX;
    timer.clocks_of_tick = (uint32_t)(hz / source->hz()) + 1;
    uint64_t most = (uint64_t)source->most * timer.clocks_of_tick;
    timer.most_clocks = most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
    timer.most_ticks = most < UINT32_MAX ? source->most : ticks_in(UINT32_MAX);
}

void aim_begin_session(void)
{
    sampler.behind = sampler.behind_early = 0;
    timer.late = 0;
}

/* To a tick, or, where that is far, early. */
void aim(uint64_t now, uint32_t clocks)
{
    if (!sampler.timer)
        return;
    sampler.armed = rdtsc();
    uint64_t to_go = sampler.due > now ? sampler.due - now : 0;
    bool is_due = !to_go;
    to_go += clocks;
    uint32_t late = (uint32_t)timer.late / LATE_UNIT;
    to_go = to_go > late ? to_go - late : 0;
    bool far = to_go >= timer.most_clocks;
    uint32_t ticks = far ? timer.most_ticks : ticks_in((uint32_t)to_go);
    sampler.source->arm(ticks ? ticks : 1);
    timer.aimed = ticks && !far && !is_due;
}

/* Its way through ports and bus: what of that is steady is taken off when it is armed. */
static void learn_late(uint64_t time)
{
    int64_t by = (int64_t)(time - sampler.due);
    int32_t most = LATE_TICKS * (int32_t)timer.clocks_of_tick;
    if (!timer.aimed || by > most || by < -most)
        return;
    timer.late += (int32_t)by * (LATE_UNIT / LATE_SMOOTH);
    if (timer.late < 0)
        timer.late = 0;
    if (timer.late > most * LATE_UNIT)
        timer.late = most * LATE_UNIT;
}

/*
 * A timer cannot be set to the clock, and the way in takes longer in one place than in another: one
 * that is early by less than that is a sample, or places with a short way in would have too few.
 */
bool aim_is_early(uint64_t time)
{
    learn_late(time);
    return sampler.timer && time + 2 * timer.clocks_of_tick + sampler.outside < sampler.due;
}
