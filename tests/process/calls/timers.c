/*
 * SPDX-License-Identifier: MIT
 * Timers of timer_create(2): their signals, overruns and values. No times are printed, but
 * relations between them.
 */
#include "call_frame.h"

enum { USER_1 = 10, USER_2 = 12, ALARM = 14, QUEUED = 40 };
enum { BLOCK, UNBLOCK, SET_MASK };
enum { TO_SIGNAL, TO_NOTHING, TO_LIBRARY_THREAD, TO_THREAD = 4 };

struct event {
    uint32_t value, signal, notify, thread, unused[12];
};

static int taken;
static int32_t information[32]; /* signal, error, code, timer, overrun, value */

static void informed(int signal, const int32_t *info, void *context)
{
    (void)context;
    taken += signal;
    for (int i = 0; i < 6; i++)
        information[i] = info[i];
}

static void set_action(int signal, const void *handler)
{
    const uint32_t action[5] = {(uint32_t)handler, 4, 0, 0, 0};

    CALL(rt_sigaction, signal, action, 0, 8);
}

static void show_taken(const char *how)
{
    print_text(how);
    print_call(": taken", taken);
    print_bytes("signal, error, code, timer, overrun, value", information, 24);
    taken = 0;
}

static void set_mask(int how, int signal)
{
    const uint32_t mask[2] = {signal < 33 ? 1u << (signal - 1) : 0,
                              signal < 33 ? 0 : 1u << (signal - 33)};

    CALL(rt_sigprocmask, how, mask, 0, 8);
}

static void start(int timer, int milliseconds, int interval)
{
    const int32_t value[4] = {0, interval * 1000000, 0, milliseconds * 1000000};

    print_call("start", CALL(timer_settime, timer, 0, value, 0));
}

static void sleep_for(int milliseconds)
{
    const int32_t time[2] = {0, milliseconds * 1000000};

    print_call("sleep", CALL(nanosleep, time, 0));
}

static void show_creation(void)
{
    static const int clocks[] = {0, 1, 2, 3, 4, 5, 6, 7, 11, 99};
    struct event event = {7, USER_1, TO_SIGNAL, 0, {0}};
    int timer;

    for (unsigned i = 0; i < 10; i++) {
        timer = -1;
        SHOW(timer_create, clocks[i], &event, &timer);
        print_call("timer", timer);
        if (timer >= 0)
            SHOW(timer_delete, timer);
    }
    SHOW(timer_create, 1, BAD, &timer);
    SHOW(timer_create, 1, &event, BAD);
    event.signal = 0;
    SHOW(timer_create, 1, &event, &timer);
    event.signal = 65;
    SHOW(timer_create, 1, &event, &timer);
    event.notify = TO_NOTHING;
    SHOW(timer_create, 1, &event, &timer);
    print_call("timer", timer);
    SHOW(timer_delete, timer);
    SHOW(timer_delete, timer);
    SHOW(timer_delete, -1);
    event.signal = USER_1;
    event.notify = 3;
    SHOW(timer_create, 1, &event, &timer);
    event.notify = TO_THREAD;
    event.thread = 1u << 30;
    SHOW(timer_create, 1, &event, &timer);
    event.thread = (uint32_t)CALL(gettid);
    SHOW(timer_create, 1, &event, &timer);
    SHOW(timer_delete, timer);
    event.notify = TO_LIBRARY_THREAD;
    SHOW(timer_create, 1, &event, &timer);
    SHOW(timer_delete, timer);
}

static void show_values(void)
{
    int32_t value[4] = {5, 250000000, 1000, 0}, old[4];
    int64_t value_64[4] = {1, 2, 3000, 0}, old_64[4];
    int timer;

    SHOW(timer_create, 1, 0, &timer);
    print_call("timer", timer);
    SHOW(timer_gettime, timer, old);
    print_bytes("stopped", old, 16);
    SHOW(timer_settime, timer, 0, value, 0);
    SHOW(timer_gettime, timer, old);
    print_bytes("interval", old, 8);
    SHOW_TRUE(old[2] >= 999 && old[2] <= 1000);
    SHOW(timer_settime64, timer, 0, value_64, old_64);
    print_bytes("old interval", old_64, 16);
    SHOW_TRUE(old_64[2] >= 999 && old_64[2] <= 1000);
    SHOW(timer_gettime64, timer, old_64);
    print_bytes("interval", old_64, 16);
    SHOW_TRUE(old_64[2] >= 2999 && old_64[2] <= 3000);
    value_64[2] = 0;
    SHOW(timer_settime64, timer, 0, value_64, 0);
    SHOW(timer_gettime64, timer, old_64);
    print_bytes("stopped", old_64, 32);
    SHOW(timer_getoverrun, timer);
    SHOW(timer_getoverrun, 99);
    SHOW(timer_gettime, 99, old);
    SHOW(timer_gettime, timer, BAD);
    SHOW(timer_gettime64, timer, BAD);
    SHOW(timer_settime, timer, 0, 0, 0);
    SHOW(timer_settime, timer, 0, BAD, 0);
    SHOW(timer_settime, 99, 0, value, 0);
    SHOW(timer_settime, timer, 0, value, BAD);
    value[1] = 1000000000;
    SHOW(timer_settime, timer, 0, value, 0);
    value[1] = 0;
    value[2] = -1;
    SHOW(timer_settime, timer, 0, value, 0);
    SHOW(timer_delete, timer);
}

static void show_signals(void)
{
    struct event event = {1234, USER_1, TO_SIGNAL, 0, {0}};
    int32_t now[4] = {0, 0, 0, 0};
    int with_value, default_timer;

    set_action(USER_1, informed);
    set_action(ALARM, informed);
    SHOW(timer_create, 1, &event, &with_value);
    SHOW(timer_create, 0, 0, &default_timer);
    start(with_value, 10, 0);
    sleep_for(100);
    show_taken("once");
    start(default_timer, 10, 0);
    SHOW(pause);
    show_taken("paused");
    CALL(clock_gettime, 0, now + 2);
    now[3] = now[3] < 900000000 ? now[3] + 50000000 : (now[2]++, 0);
    SHOW(timer_settime, default_timer, 1, now, 0);
    sleep_for(900);
    show_taken("at a time");
    now[2] -= 1000;
    SHOW(timer_settime, default_timer, 1, now, 0);
    taken = 0;
    sleep_for(1);
    show_taken("in the past");
    set_mask(BLOCK, USER_1);
    start(with_value, 10, 20);
    sleep_for(100);
    start(with_value, 0, 0);
    set_mask(UNBLOCK, USER_1);
    print_call("stopped while pending", taken);
    set_action(USER_1, (void *)1);
    start(with_value, 10, 0);
    sleep_for(30);
    SHOW(timer_delete, with_value);
    SHOW(timer_delete, default_timer);
}

static void show_overruns(void)
{
    struct event event = {5, QUEUED, TO_SIGNAL, 0, {0}};
    const uint32_t set[2] = {0, 1u << (QUEUED - 33)};
    const int32_t limit[2] = {5, 0};
    int timer, other;

    set_action(QUEUED, informed);
    SHOW(timer_create, 1, &event, &timer);
    event.value = 6;
    SHOW(timer_create, 1, &event, &other);
    set_mask(BLOCK, QUEUED);
    start(timer, 100, 200); /* 100, 300, 500, 700 ms */
    sleep_for(800);
    set_mask(UNBLOCK, QUEUED);
    show_taken("four expiries");
    SHOW(timer_getoverrun, timer);
    start(timer, 0, 0);
    set_mask(BLOCK, QUEUED);
    start(timer, 10, 0);
    start(other, 20, 0);
    sleep_for(100);
    set_mask(UNBLOCK, QUEUED);
    print_call("both", taken);
    taken = 0;
    set_mask(BLOCK, QUEUED);
    start(timer, 10, 0);
    SHOW(rt_sigtimedwait, set, information, limit, 8);
    print_bytes("signal, error, code, timer, overrun, value", information, 24);
    set_mask(UNBLOCK, QUEUED);
    print_call("taken", taken);
    SHOW(timer_delete, timer);
    SHOW(timer_delete, other);
}

static void show_no_signal(void)
{
    struct event event = {5, 0, TO_NOTHING, 0, {0}};
    int32_t value[4];
    int timer;

    SHOW(timer_create, 1, &event, &timer);
    start(timer, 10, 0);
    sleep_for(20);
    SHOW(timer_gettime, timer, value);
    print_bytes("expired", value, 16);
    start(timer, 10, 500);
    sleep_for(20);
    SHOW(timer_gettime, timer, value);
    SHOW_TRUE(value[3] > 0 && value[3] <= 500000000);
    SHOW(timer_delete, timer);
}

static void show_used_time(void)
{
    struct event event = {5, USER_2, TO_SIGNAL, 0, {0}};
    int timer;

    taken = 0;
    set_action(USER_2, informed);
    SHOW(timer_create, 2, &event, &timer);
    start(timer, 5, 0);
    while (!taken)
        CALL(getpid);
    show_taken("used time");
    SHOW(timer_delete, timer);
}

static void show_queue(void)
{
    int32_t info[32] = {99, 3, -1, 0, 0, 1234};
    const uint32_t set[2] = {0, 1u << (QUEUED - 33)};
    const int32_t limit[2] = {0, 0};
    long process = CALL(getpid);

    taken = 0;
    set_action(USER_1, informed);
    set_action(QUEUED, informed);
    info[3] = 11;
    SHOW(rt_sigqueueinfo, process, USER_1, info);
    show_taken("sent");
    SHOW(rt_sigqueueinfo, process, 0, info);
    SHOW(rt_sigqueueinfo, process, 65, info);
    SHOW(rt_sigqueueinfo, process, USER_1, BAD);
    SHOW(rt_sigqueueinfo, 1 << 30, USER_1, info);
    SHOW(rt_tgsigqueueinfo, process, process, USER_1, info);
    show_taken("sent to the thread");
    SHOW(rt_tgsigqueueinfo, process, 0, USER_1, info);
    SHOW(rt_tgsigqueueinfo, -1, process, USER_1, info);
    SHOW(rt_tgsigqueueinfo, process, process, 65, info);
    set_mask(BLOCK, USER_1);
    set_mask(BLOCK, QUEUED);
    for (info[5] = 1; info[5] < 4; info[5]++) {
        SHOW(rt_sigqueueinfo, process, USER_1, info);
        SHOW(rt_sigqueueinfo, process, QUEUED, info);
    }
    SHOW(rt_sigtimedwait, set, information, limit, 8);
    print_bytes("first", information, 24);
    set_mask(UNBLOCK, USER_1);
    show_taken("one of three");
    set_mask(UNBLOCK, QUEUED);
    show_taken("two");
    set_mask(BLOCK, QUEUED);
    SHOW(rt_sigqueueinfo, process, QUEUED, info);
    set_action(QUEUED, (void *)1);
    set_action(QUEUED, informed);
    set_mask(UNBLOCK, QUEUED);
    print_call("forgotten", taken);
}

/* Ignoring a signal removes a pending one. A later signal is not reported as the timer's. */
static void show_ignored(void)
{
    struct event event = {7, USER_1, TO_SIGNAL, 0, {0}};
    const long process = CALL(getpid);
    int timer;

    SHOW(timer_create, 1, &event, &timer);
    set_mask(BLOCK, USER_1);
    start(timer, 1, 0);
    sleep_for(2);
    taken = 0;
    set_action(USER_1, (void *)1);
    set_action(USER_1, informed);
    set_mask(UNBLOCK, USER_1);
    print_call("taken", taken);
    set_mask(BLOCK, USER_1);
    SHOW_TRUE(CALL(kill, process, USER_1) == 0);
    set_mask(UNBLOCK, USER_1);
    print_call("taken", taken);
    print_call("code", information[2]);
    SHOW(timer_delete, timer);
    taken = 0;
}

/* A timer's signal and one of sigqueue() with the same number are both delivered. */
static void show_timer_and_queue(void)
{
    struct event event = {7, QUEUED, TO_SIGNAL, 0, {0}};
    int32_t info[32] = {QUEUED, 0, -1, 0, 0, 1234};
    const uint32_t set[2] = {0, 1u << (QUEUED - 33)};
    const int32_t limit[2] = {0, 0};
    const long process = CALL(getpid);
    int timer;

    SHOW(timer_create, 1, &event, &timer);
    set_mask(BLOCK, QUEUED);
    for (int deletes = 0; deletes < 2; deletes++) {
        start(timer, 1, 0);
        sleep_for(2);
        SHOW(rt_sigqueueinfo, process, QUEUED, info);
        if (deletes)
            SHOW(timer_delete, timer);
        for (int i = 0; i < 3; i++) {
            SHOW(rt_sigtimedwait, set, information, limit, 8);
            print_call("code", information[2]);
        }
    }
    set_mask(UNBLOCK, QUEUED);
}

void program(void)
{
    show_creation();
    show_values();
    show_signals();
    show_overruns();
    show_no_signal();
    show_used_time();
    show_queue();
    show_ignored();
    show_timer_and_queue();
}
