/*
 * SPDX-License-Identifier: MIT
 * Each timer has at most one pending signal; further expiries are its overrun.
 */
#include "kernel/process/signals/posix_timers.h"

#include <stddef.h>

#include "kernel/lib/string.h"
#include "kernel/process/signals/signal_frames.h"
#include "kernel/process/signals/signal_state.h"

#define MOST_TIMERS 32u

static struct posix_timer {
    bool exists, sent; /* sent: its signal is pending */
    uint32_t id;
    struct posix_timer_kind kind;
    uint64_t expires; /* in nanoseconds of its clock; 0: off */
    uint64_t interval;
    uint32_t overrun, last_overrun;
} timers[MOST_TIMERS];

static uint32_t next_id;
static bool any; /* was made */

void posix_timers_reset(void)
{
    memset(timers, 0, sizeof timers);
    next_id = 0;
    any = false;
}

static struct posix_timer *posix_timer_find(uint32_t id)
{
    for (unsigned i = 0; any && i < MOST_TIMERS; i++)
        if (timers[i].exists && timers[i].id == id)
            return &timers[i];
    return NULL;
}

bool posix_timer_create(const struct posix_timer_kind *kind, uint32_t *id)
{
    *id = next_id++;
    for (unsigned i = 0; i < MOST_TIMERS; i++) {
        if (timers[i].exists)
            continue;
        timers[i] = (struct posix_timer){.exists = true, .id = *id, .kind = *kind};
        if (kind->value_is_id)
            timers[i].kind.value = *id;
        return any = true;
    }
    return false;
}

/* Timers of the time of day expire by the monotonic clock, since nothing sets that time. */
static uint64_t posix_timer_now(const struct posix_timer *timer)
{
    return program_time_nanoseconds(timer->kind.clock == CLOCK_OF_USE ? program_clock_used()
                                                                      : program_clock_monotonic());
}

/* Returns what is left of a time of the timer's clock; at least 1 ns. */
static uint64_t posix_timer_left(const struct posix_timer *timer, struct program_time then)
{
    const struct program_time now = timer->kind.clock == CLOCK_OF_DAY   ? program_clock_real()
                                    : timer->kind.clock == CLOCK_OF_USE ? program_clock_used()
                                                                        : program_clock_monotonic();
    const uint64_t left = program_time_nanoseconds(program_clock_until(now, then));
    return left ? left : 1;
}

static void posix_timer_stop(struct posix_timer *timer)
{
    if (timer->sent)
        signals_forget_timer((int)timer->kind.signal);
    timer->sent = false;
    timer->overrun = timer->last_overrun = 0;
    timer->expires = timer->interval = 0;
}

bool posix_timer_delete(uint32_t id)
{
    struct posix_timer *timer = posix_timer_find(id);
    if (!timer)
        return false;
    posix_timer_stop(timer);
    timer->exists = false;
    return true;
}

bool posix_timer_set(uint32_t id, const struct program_timer *value, bool is_absolute)
{
    struct posix_timer *timer = posix_timer_find(id);
    uint64_t left = program_time_nanoseconds(value->left);
    if (!timer)
        return false;
    posix_timer_stop(timer);
    if (left && is_absolute)
        left = posix_timer_left(timer, value->left);
    timer->expires = left ? posix_timer_now(timer) + left : 0;
    timer->interval = left ? program_time_nanoseconds(value->interval) : 0;
    return true;
}

/* Counts the expiries up to now, and sets the next one. Returns their number. */
static uint32_t posix_timer_advance(struct posix_timer *timer)
{
    const uint64_t now = posix_timer_now(timer);
    if (!timer->expires || timer->expires > now)
        return 0;
    if (!timer->interval) {
        timer->expires = 0;
        return 1;
    }
    const uint64_t n = (now - timer->expires) / timer->interval + 1;
    timer->expires += n * timer->interval;
    return n < INT32_MAX ? (uint32_t)n : INT32_MAX;
}

/* A timer that has expired, but has sent no signal yet, has a nanosecond left, as on Linux. */
bool posix_timer_get(uint32_t id, struct program_timer *value)
{
    struct posix_timer *timer = posix_timer_find(id);
    if (!timer)
        return false;
    if (!timer->kind.signal)
        posix_timer_advance(timer);
    const uint64_t now = posix_timer_now(timer), expires = timer->expires;
    const uint64_t left = !expires ? 0 : expires > now ? expires - now : 1;
    *value = (struct program_timer){program_time_of(left), program_time_of(timer->interval)};
    return true;
}

bool posix_timer_overrun(uint32_t id, uint32_t *overrun)
{
    const struct posix_timer *timer = posix_timer_find(id);
    if (timer)
        *overrun = timer->last_overrun;
    return timer;
}

/* A signal that is pending for another reason hides this one, except one of those that are queued
 * (33 to 64): the timer then waits for it. */
static void posix_timer_send(struct posix_timer *timer)
{
    const int signal = (int)timer->kind.signal;
    const bool pending = signals->pending & signals_bit(signal);
    if (pending && !timer->sent && signal > LAST_UNQUEUED)
        return;
    const uint32_t n = posix_timer_advance(timer);
    if (!n)
        return;
    if (timer->sent) {
        timer->overrun += n;
        return;
    }
    timer->overrun = n - 1;
    timer->sent = signals_send_by_timer(signal, (unsigned)(timer - timers));
}

void posix_timers_send(void)
{
    for (unsigned i = 0; any && i < MOST_TIMERS; i++)
        if (timers[i].exists && timers[i].kind.signal)
            posix_timer_send(&timers[i]);
}

uint64_t posix_timers_next(uint64_t wanted)
{
    uint64_t next = 0;
    for (unsigned i = 0; any && i < MOST_TIMERS; i++) {
        const struct posix_timer *timer = &timers[i];
        const int signal = (int)timer->kind.signal;
        if (!timer->exists || !signal || !timer->expires || timer->kind.clock == CLOCK_OF_USE)
            continue;
        if ((wanted & signals_bit(signal) || signals_interrupts(signal)) &&
            (!next || timer->expires < next))
            next = timer->expires;
    }
    return next;
}

void posix_timer_take(unsigned place, struct signal_cause *cause)
{
    struct posix_timer *timer = &timers[place];
    timer->sent = false;
    timer->last_overrun = timer->overrun;
    cause->code = SIGNAL_CODE_TIMER;
    cause->address = timer->id;
    cause->overrun = timer->overrun;
    cause->value = timer->kind.value;
}

void posix_timer_forget(unsigned place)
{
    timers[place].sent = false;
}
