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
    uint64_t ticks_of_clock; /* of the source, times 2^32 */
    uint32_t clocks_of_tick;
    bool aimed;   /* it was armed for when it is due */
    int32_t late; /* clocks, 256ths: how much later than armed for it interrupts, smoothed */
} timer;

bool aim_is_timer(void)
{
    return !sampler.source->steady && !sampler.source->counts && !sampler.source->watch;
}

void aim_open(const struct sample_source *source, uint64_t hz)
{
    timer.ticks_of_clock = ((uint64_t)source->hz() << 32) / hz;
    timer.clocks_of_tick = (uint32_t)(hz / source->hz()) + 1;
}

void aim_begin_session(void)
{
    sampler.behind = sampler.behind_early = 0;
    timer.late = 0;
}

/* To a tick, or, where that is far, early. */
void aim(uint64_t now, uint64_t clocks)
{
    if (!aim_is_timer())
        return;
    clocks += sampler.due > now ? sampler.due - now : 0;
    sampler.armed = rdtsc();
    uint64_t late = (uint64_t)(timer.late / LATE_UNIT);
    clocks = clocks > late ? clocks - late : 0;
    uint64_t most = (uint64_t)sampler.source->most * timer.clocks_of_tick;
    uint32_t ticks = sampler.source->most;
    if (clocks < most)
        ticks = (uint32_t)(clocks * timer.ticks_of_clock >> 32);
    sampler.source->arm(ticks ? ticks : 1);
    timer.aimed = ticks && clocks < most && now < sampler.due;
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
    return aim_is_timer() && time + 2 * timer.clocks_of_tick + sampler.outside < sampler.due;
}
