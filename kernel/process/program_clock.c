/*
 * SPDX-License-Identifier: MIT
 * A program's clocks from the time-stamp counter.
 */
#include "kernel/process/program_clock.h"

#include "kernel/lib/time.h"
#include "kernel/lib/x86.h"

static struct program_time skipped;
static uint64_t run_started;

static struct program_time time_of_clocks(uint64_t clocks)
{
    struct program_time time = {0, 0};

    if (clock_hz != 0) {
        time.seconds = (int64_t)(clocks / clock_hz);
        time.nanoseconds = (uint32_t)(clocks % clock_hz * NANOSECONDS / clock_hz);
    }
    return time;
}

static struct program_time time_sum(struct program_time a, struct program_time b)
{
    a.seconds += b.seconds;
    a.nanoseconds += b.nanoseconds;
    if (a.nanoseconds >= NANOSECONDS) {
        a.nanoseconds -= NANOSECONDS;
        a.seconds++;
    }
    return a;
}

void program_clock_reset(void)
{
    skipped = (struct program_time){0, 0};
    run_started = rdtsc();
}

struct program_time program_clock_monotonic(void)
{
    return time_sum(time_of_clocks(rdtsc()), skipped);
}

struct program_time program_clock_real(void)
{
    struct program_time time = program_clock_monotonic();

    time.seconds += clock_epoch > 0 ? clock_epoch : 0;
    return time;
}

struct program_time program_clock_used(void)
{
    return time_of_clocks(rdtsc() - run_started);
}

void program_clock_skip(struct program_time time)
{
    skipped = time_sum(skipped, time);
}

struct program_time program_clock_until(struct program_time now, struct program_time then)
{
    then.seconds -= now.seconds;
    if (then.nanoseconds < now.nanoseconds) {
        then.nanoseconds += NANOSECONDS;
        then.seconds--;
    }
    then.nanoseconds -= now.nanoseconds;
    return then.seconds >= 0 ? then : (struct program_time){0, 0};
}
