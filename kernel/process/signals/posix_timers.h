/*
 * SPDX-License-Identifier: MIT
 * Timers of timer_create(2). As those of setitimer(2) (program_timers.h), they send their signals
 * when a system call returns, or end a wait.
 */
#pragma once

#include <stdbool.h>

#include "kernel/process/signals/program_timers.h"

struct signal_cause;

struct posix_timer_kind {
    uint32_t signal;  /* 0: none; the timer can only be read */
    uint32_t value;   /* of the signal's siginfo */
    bool value_is_id; /* instead */
    enum posix_timer_clock { CLOCK_OF_DAY, CLOCK_SINCE_START, CLOCK_OF_USE } clock;
};

/* Forgets all, before a run. */
void posix_timers_reset(void);

/* Makes a stopped timer. Returns false if there are too many. `*id` counts also if it fails later.
 */
bool posix_timer_create(const struct posix_timer_kind *kind, uint32_t *id);

/* Returns false if there is no such timer. Its pending signal is lost, as on Linux since 6.12. */
bool posix_timer_delete(uint32_t id);
bool posix_timer_set(uint32_t id, const struct program_timer *value, bool is_absolute);

bool posix_timer_get(uint32_t id, struct program_timer *value);

/* The expiries that the signal taken last stands for, without the first one. */
bool posix_timer_overrun(uint32_t id, uint32_t *overrun);

/* Sends the signals of the timers that have expired. */
void posix_timers_send(void);

/*
 * Returns when the next timer expires whose signal ends a wait for the signals `wanted`, in
 * nanoseconds of program_clock_monotonic(); 0: none.
 */
uint64_t posix_timers_next(uint64_t wanted);

/* Describes the timer that has sent the pending signal, which is taken now. */
void posix_timer_take(unsigned place, struct signal_cause *cause);

/* The pending signal of the timer at that place is forgotten; its next expiry sends another one. */
void posix_timer_forget(unsigned place);
