/*
 * SPDX-License-Identifier: MIT
 * Signals that a program sends to itself or causes, their handlers and masks.
 */
#include "call_frame.h"

enum {
    USER_1 = 10,
    USER_2 = 12,
    FAULT = 11,
    DIVIDE = 8,
    BREAK = 5,
    ILLEGAL = 4,
    KILL = 9,
    CHILD = 17
};
enum { WITH_INFO = 4, ON_STACK = 0x08000000, NO_DEFER = 0x40000000, RESET = (int)0x80000000 };

static int taken, nested;
static uint32_t information[4];
static uint32_t stack_of_handler;
static char other_stack[16384];

struct action {
    uint32_t handler, flags, restorer, mask[2];
};

static struct action action_of(const void *handler, uint32_t flags)
{
    return (struct action){(uint32_t)handler, flags, 0, {0, 0}};
}

static void plain(int signal)
{
    char here;

    taken = signal;
    stack_of_handler = (uint32_t)&here;
}

static void informed(int signal, const uint32_t *info, void *context)
{
    (void)context;
    taken = signal;
    for (int i = 0; i < 4; i++)
        information[i] = info[i];
}

/* The handler of a fault: moves EIP (word 14 of the saved registers, after 5 of struct ucontext) on
 * by 2. */
static void stepping(int signal, const uint32_t *info, uint32_t *context)
{
    informed(signal, info, context);
    context[5 + 14] += 2;
}

static void nesting(int signal)
{
    taken++;
    if (taken < 3)
        system_call((const uint32_t[7]){NUMBER_tkill, (uint32_t)CALL(gettid), (uint32_t)signal});
    nested = taken > nested ? taken : nested;
}

static void set_action(int signal, const void *handler, uint32_t flags)
{
    struct action action = action_of(handler, flags);

    CALL(rt_sigaction, signal, &action, 0, 8);
}

static void show_taken(const char *how)
{
    print_text(how);
    print_call(": taken", taken);
    taken = 0;
}

static void show_sending(void)
{
    struct action action = action_of(plain, 0), old;
    long process = CALL(getpid);

    SHOW(rt_sigaction, USER_1, &action, &old, 8);
    print_bytes("old", &old, 4);
    SHOW(rt_sigaction, USER_1, 0, &old, 8);
    SHOW_TRUE(old.handler == (uint32_t)plain);
    SHOW(kill, process, USER_1);
    show_taken("kill");
    SHOW(kill, 0, 0);
    SHOW(tkill, process, USER_1);
    show_taken("tkill");
    SHOW(tgkill, process, process, USER_1);
    show_taken("tgkill");
    SHOW(kill, process, 65);
    SHOW(kill, process, -1);
    SHOW(tkill, 0, USER_1);
    SHOW(tkill, -1, USER_1);
    SHOW(tgkill, process, 0, USER_1);
    SHOW(tgkill, process, process, 99);
    SHOW(kill, process, CHILD);
    SHOW(rt_sigaction, KILL, &action, 0, 8);
    SHOW(rt_sigaction, KILL, 0, &old, 8);
    SHOW(rt_sigaction, 0, 0, &old, 8);
    SHOW(rt_sigaction, 65, 0, &old, 8);
    SHOW(rt_sigaction, USER_1, 0, &old, 4);
    SHOW(rt_sigaction, USER_1, BAD, 0, 8);
    SHOW(rt_sigaction, USER_1, 0, BAD, 8);
    set_action(USER_2, (void *)1, 0);
    SHOW(kill, process, USER_2);
    set_action(USER_1, informed, WITH_INFO);
    SHOW(kill, process, USER_1);
    show_taken("informed");
    print_bytes("signal, error, code", information, 12);
    SHOW_TRUE(information[3] == (uint32_t)CALL(getpid));
    SHOW(tkill, process, USER_1);
    print_bytes("signal, error, code", information, 12);
    taken = 0;
}

static void show_flags(void)
{
    struct action old;

    set_action(USER_1, nesting, 0);
    SHOW(kill, CALL(getpid), USER_1);
    show_taken("after another");
    print_call("  nested", nested);
    nested = 0;
    set_action(USER_1, nesting, NO_DEFER);
    SHOW(kill, CALL(getpid), USER_1);
    show_taken("within another");
    set_action(USER_1, plain, RESET);
    SHOW(kill, CALL(getpid), USER_1);
    show_taken("reset");
    SHOW(rt_sigaction, USER_1, 0, &old, 8);
    print_bytes("handler", &old.handler, 4);
}

static void show_old_calls(void)
{
    uint32_t new[4] = {(uint32_t)plain, 0, 0, 0}, old[4]; /* handler, mask, flags, restorer */

    SHOW(sigaction, USER_1, new, old);
    print_bytes("handler", old, 4);
    SHOW(kill, CALL(getpid), USER_1);
    show_taken("sigaction");
    SHOW(sigaction, USER_1, 0, old);
    SHOW_TRUE(old[0] == (uint32_t)plain);
    SHOW(sigaction, KILL, new, 0);
    SHOW(sigaction, 0, new, 0);
    SHOW(sigaction, USER_1, BAD, 0);
    SHOW(sigaction, USER_1, 0, BAD);
    SHOW_TRUE(CALL(signal, USER_1, plain) == (long)plain);
    SHOW(kill, CALL(getpid), USER_1);
    show_taken("signal");
    SHOW(signal, USER_1, 0);
    SHOW(signal, 0, 0);
    SHOW(signal, KILL, plain);
}

static void show_masks(void)
{
    uint32_t set[2] = {1u << (USER_1 - 1), 0}, old[2] = {9, 9}, all[2] = {~0u, ~0u};

    set_action(USER_1, plain, 0);
    SHOW(rt_sigprocmask, 0, set, old, 8);
    print_bytes("old", old, 8);
    SHOW(kill, CALL(getpid), USER_1);
    show_taken("blocked");
    SHOW(rt_sigpending, old, 8);
    print_bytes("pending", old, 8);
    SHOW(rt_sigpending, BAD, 8);
    SHOW(rt_sigpending, old, 9);
    SHOW(rt_sigprocmask, 1, set, 0, 8);
    show_taken("unblocked");
    SHOW(rt_sigprocmask, 2, all, 0, 8);
    SHOW(rt_sigprocmask, 0, 0, old, 8);
    print_bytes("mask", old, 8);
    SHOW(rt_sigprocmask, 1, all, 0, 8);
    SHOW(rt_sigprocmask, 9, set, 0, 8);
    SHOW(rt_sigprocmask, 9, 0, old, 8);
    SHOW(rt_sigprocmask, 0, set, 0, 4);
    SHOW(rt_sigprocmask, 0, BAD, 0, 8);
    SHOW(rt_sigprocmask, 0, 0, BAD, 8);
    SHOW(sigprocmask, 0, set, old);
    SHOW(sigprocmask, 2, &set[1], old);
    print_bytes("old", old, 4);
    SHOW(sigprocmask, 9, set, 0);
    SHOW(sigprocmask, 0, BAD, 0);
}

static void show_faults(void)
{
    uint32_t zero = 0, result = 5, before, after;

    set_action(DIVIDE, stepping, WITH_INFO);
    __asm__ volatile("xorl %%edx, %%edx\n\tdivl %2" : "=a"(result) : "0"(5), "r"(zero) : "edx");
    show_taken("divide");
    print_bytes("signal, error, code", information, 12);
    print_call("eax", (long)result);
    set_action(FAULT, stepping, WITH_INFO);
    __asm__ volatile("movl (%0), %%eax" : : "r"(BAD) : "eax");
    show_taken("read");
    print_bytes("signal, error, code, address", information, 16);
    __asm__ volatile("movb %%al, (%0)" : : "r"(BAD));
    show_taken("write");
    print_bytes("signal, error, code, address", information, 16);
    __asm__ volatile("hlt\n\tnop");
    show_taken("hlt");
    print_bytes("signal, error, code, address", information, 16);
    set_action(ILLEGAL, stepping, WITH_INFO);
    __asm__ volatile("ud2");
    show_taken("ud2");
    print_bytes("signal, error, code", information, 12);
    set_action(BREAK, plain, 0);
    __asm__ volatile("int3");
    show_taken("int3");
    set_action(USER_1, plain, 0);
    __asm__ volatile("pushfl\n\tpopl %0" : "=r"(before));
    SHOW(kill, CALL(getpid), USER_1);
    __asm__ volatile("pushfl\n\tpopl %0" : "=r"(after));
    SHOW_TRUE((before & 0xffffff00) == (after & 0xffffff00));
    taken = 0;
}

static void show_stack(void)
{
    uint32_t stack[3] = {(uint32_t)other_stack, 0, sizeof other_stack}, old[3];

    SHOW(sigaltstack, 0, old);
    print_bytes("old", old, 12);
    SHOW(sigaltstack, stack, 0);
    SHOW(sigaltstack, 0, old);
    SHOW_TRUE(old[0] == stack[0] && old[1] == 0 && old[2] == stack[2]);
    set_action(USER_1, plain, ON_STACK);
    SHOW(kill, CALL(getpid), USER_1);
    SHOW_TRUE(stack_of_handler > (uint32_t)other_stack &&
              stack_of_handler < (uint32_t)other_stack + sizeof other_stack);
    set_action(USER_1, plain, 0);
    SHOW(kill, CALL(getpid), USER_1);
    SHOW_TRUE(stack_of_handler > (uint32_t)other_stack + sizeof other_stack ||
              stack_of_handler < (uint32_t)other_stack);
    stack[2] = 100;
    SHOW(sigaltstack, stack, 0);
    stack[1] = 99;
    SHOW(sigaltstack, stack, 0);
    SHOW(sigaltstack, BAD, 0);
    SHOW(sigaltstack, 0, BAD);
    stack[1] = 2;
    SHOW(sigaltstack, stack, 0);
    SHOW(sigaltstack, 0, old);
    print_bytes("flags", old + 1, 4);
}

enum { ALARM = 14, VIRTUAL_ALARM = 26, PROFILE = 27, REAL = 0 };

static void set_timer(int timer, int microseconds, int interval)
{
    const int value[4] = {0, interval, 0, microseconds};

    print_call("timer", CALL(setitimer, timer, value, 0));
}

static void show_timer_values(void)
{
    int value[4] = {5, 250000, 1000, 0}, old[4];

    SHOW(alarm, 0);
    SHOW(alarm, 100);
    SHOW(alarm, 50);
    SHOW(alarm, 0);
    SHOW(getitimer, REAL, old);
    print_bytes("old", old, 16);
    for (int timer = 0; timer < 3; timer++) {
        SHOW(setitimer, timer, value, 0);
        SHOW(getitimer, timer, old);
        print_bytes("interval", old, 8);
        SHOW_TRUE(old[2] >= 999 && old[2] <= 1000);
        SHOW(setitimer, timer, 0, old);
        SHOW_TRUE(old[2] >= 999 && old[2] <= 1000);
        SHOW(getitimer, timer, old);
        print_bytes("stopped", old, 16);
    }
    SHOW(setitimer, 3, value, 0);
    SHOW(setitimer, 3, BAD, 0);
    SHOW(setitimer, REAL, BAD, 0);
    SHOW(setitimer, REAL, 0, BAD);
    SHOW(getitimer, 3, old);
    SHOW(getitimer, REAL, 0);
    SHOW(getitimer, REAL, BAD);
    value[3] = 1000000;
    SHOW(setitimer, REAL, value, 0);
    value[3] = -1;
    SHOW(setitimer, REAL, value, 0);
    value[3] = 0;
    value[0] = -1;
    SHOW(setitimer, REAL, value, 0);
    SHOW(setitimer, REAL, value, BAD);
    SHOW(alarm, 0);
}

/* Each wait is longer than the timer. */
static void show_ended_waits(void)
{
    const int seconds_5[2] = {5, 0};
    int rest[2], values[2] = {5, 0};
    const long long_5[4] = {5, 0, 0, 0};

    set_action(ALARM, informed, WITH_INFO);
    set_timer(REAL, 20000, 0);
    SHOW(pause);
    show_taken("pause");
    print_bytes("signal, error, code, process", information, 16);
    set_timer(REAL, 20000, 0);
    SHOW(nanosleep, seconds_5, rest);
    show_taken("nanosleep");
    SHOW_TRUE(rest[0] == 4);
    set_timer(REAL, 20000, 0);
    SHOW(clock_nanosleep, 1, 0, seconds_5, 0);
    show_taken("clock_nanosleep");
    set_timer(REAL, 20000, 0);
    SHOW(clock_nanosleep_time64, 0, 0, long_5, 0);
    show_taken("clock_nanosleep_time64");
    set_timer(REAL, 20000, 0);
    SHOW(poll, 0, 0, 5000);
    show_taken("poll");
    set_timer(REAL, 20000, 0);
    SHOW(poll, 0, 0, -1);
    show_taken("poll");
    set_timer(REAL, 20000, 0);
    SHOW(_newselect, 0, 0, 0, 0, values);
    show_taken("select");
    SHOW_TRUE(values[0] == 4);
    SHOW(getitimer, REAL, values);
    SHOW(nanosleep, seconds_5 + 1, 0);
}

static void show_timers(void)
{
    const uint32_t mask[2] = {1u << (ALARM - 1), 0};
    const int short_time[2] = {0, 50000000};
    uint32_t pending[2];

    set_timer(REAL, 20000, 0);
    SHOW(rt_sigprocmask, 0, mask, 0, 8);
    SHOW(nanosleep, short_time, 0);
    SHOW(rt_sigpending, pending, 8);
    print_bytes("pending", pending, 8);
    SHOW(rt_sigprocmask, 1, mask, 0, 8);
    show_taken("unblocked");
    print_bytes("signal, error, code, process", information, 16);
    set_action(ALARM, (void *)1, 0);
    set_timer(REAL, 20000, 0);
    SHOW(nanosleep, short_time, 0);
    set_action(ALARM, plain, 0);
    set_timer(REAL, 20000, 20000);
    for (int i = 0; i < 3; i++) {
        SHOW(pause);
        show_taken("again");
    }
    SHOW(alarm, 0);
    set_action(VIRTUAL_ALARM, plain, 0);
    set_timer(1, 5000, 0);
    while (!taken)
        CALL(getpid);
    show_taken("virtual");
    set_action(PROFILE, plain, 0);
    set_timer(2, 5000, 0);
    while (!taken)
        CALL(getpid);
    show_taken("profile");
}

static uint32_t mask_in_handler[2];
static int order[4], n_order;

static void ordered(int signal)
{
    CALL(rt_sigprocmask, 0, 0, mask_in_handler, 8);
    order[n_order++ & 3] = signal;
}

static void show_order(const char *how)
{
    uint32_t mask[2];

    print_text(how);
    print_bytes(": handlers", order, 16);
    CALL(rt_sigprocmask, 0, 0, mask, 8);
    print_bytes("  mask in the last one", mask_in_handler, 8);
    print_bytes("  mask after them", mask, 8);
    n_order = 0;
    fill(order, 0, sizeof order);
}

enum { WINDOW = 28 };

static void send_all(void)
{
    const long process = CALL(getpid);

    CALL(kill, process, CHILD);
    CALL(kill, process, WINDOW);
    CALL(kill, process, USER_2);
    CALL(kill, process, USER_1);
}

static void show_suspensions(void)
{
    const uint32_t both = 1u << (USER_1 - 1) | 1u << (USER_2 - 1);
    const uint32_t blocked[2] = {both | 1u << (CHILD - 1) | 1u << (WINDOW - 1), 0};
    const uint32_t none[2] = {0, 0}, first[2] = {1u << (USER_2 - 1), 0};
    uint32_t pending[2], sets[2] = {(uint32_t)none, 8};
    const int short_time[2] = {0, 1000000};

    set_action(USER_1, ordered, 0);
    set_action(USER_2, ordered, 0);
    set_action(CHILD, 0, 0);
    set_action(WINDOW, (void *)1, 0);
    SHOW(rt_sigprocmask, 2, blocked, 0, 8);
    send_all();
    SHOW(rt_sigpending, pending, 8);
    print_bytes("pending", pending, 8);
    SHOW(sigpending, pending);
    print_bytes("pending", pending, 4);
    SHOW(sigpending, BAD);
    SHOW(rt_sigsuspend, first, 8);
    show_order("one of two");
    SHOW(rt_sigsuspend, none, 8);
    show_order("the other one");
    send_all();
    SHOW(rt_sigsuspend, none, 8);
    show_order("both");
    send_all();
    SHOW(sigsuspend, 0, 0, 0);
    show_order("both, by the old call");
    send_all();
    SHOW(ppoll, 0, 0, short_time, none, 8);
    show_order("ppoll");
    send_all();
    SHOW(pselect6, 0, 0, 0, 0, short_time, sets);
    show_order("pselect6");
    SHOW(ppoll, 0, 0, short_time, none, 8);
    SHOW(ppoll, 0, 0, short_time, none, 4);
    SHOW(ppoll, 0, 0, short_time, BAD, 8);
    SHOW(pselect6, 0, 0, 0, 0, short_time, BAD);
    SHOW(rt_sigprocmask, 0, 0, pending, 8);
    print_bytes("mask", pending, 8);
    send_all();
    SHOW(rt_sigprocmask, 2, none, 0, 8);
    show_order("unblocked");
    SHOW(rt_sigsuspend, none, 4);
    SHOW(rt_sigsuspend, BAD, 8);
}

static void show_suspended_timers(void)
{
    const uint32_t none[2] = {0, 0}, alarm[2] = {1u << (ALARM - 1), 0};

    set_action(ALARM, ordered, 0);
    SHOW(rt_sigprocmask, 2, alarm, 0, 8);
    set_timer(REAL, 20000, 0);
    SHOW(rt_sigsuspend, none, 8);
    show_order("timer");
    SHOW(rt_sigprocmask, 2, none, 0, 8);
}

static void show_signal_waits(void)
{
    const uint32_t user[2] = {1u << (USER_1 - 1) | 1u << (USER_2 - 1), 0};
    const uint32_t alarm[2] = {1u << (ALARM - 1), 0}, none[2] = {0, 0};
    const int at_once[2] = {0, 0}, short_time[2] = {0, 20000000}, wrong[2] = {0, 1000000000};
    const long long long_time[2] = {5, 0};
    const long process = CALL(getpid);
    uint32_t info[32];

    SHOW(rt_sigprocmask, 2, user, 0, 8);
    SHOW(rt_sigtimedwait, user, info, at_once, 8);
    SHOW(rt_sigtimedwait, user, info, short_time, 8);
    CALL(kill, process, USER_2);
    CALL(tkill, process, USER_1);
    SHOW(rt_sigtimedwait, user, info, at_once, 8);
    print_bytes("signal, error, code", info, 12);
    SHOW_TRUE(info[3] == (uint32_t)process);
    print_bytes("rest", info + 5, 20);
    SHOW(rt_sigtimedwait_time64, user, info, long_time, 8);
    print_bytes("signal, error, code", info, 12);
    SHOW(rt_sigtimedwait, user, info, at_once, 8);
    CALL(kill, process, USER_2);
    SHOW(rt_sigtimedwait, user, 0, 0, 8);
    CALL(kill, process, USER_2);
    SHOW(rt_sigtimedwait, user, BAD, 0, 8);
    SHOW(rt_sigtimedwait, user, info, at_once, 8);
    SHOW(rt_sigtimedwait, user, info, wrong, 8);
    SHOW(rt_sigtimedwait, user, info, BAD, 8);
    SHOW(rt_sigtimedwait, BAD, info, at_once, 8);
    SHOW(rt_sigtimedwait, user, info, at_once, 4);
    SHOW(rt_sigtimedwait_time64, user, info, BAD, 8);
    set_action(ALARM, informed, WITH_INFO);
    set_timer(REAL, 20000, 0);
    SHOW(rt_sigtimedwait, alarm, info, 0, 8);
    print_bytes("signal, error, code, process", info, 16);
    show_taken("in the set");
    set_timer(REAL, 20000, 0);
    SHOW(rt_sigtimedwait, user, info, 0, 8);
    show_taken("not in the set");
    SHOW(rt_sigprocmask, 2, alarm, 0, 8);
    set_action(ALARM, (void *)1, 0);
    set_timer(REAL, 20000, 0);
    SHOW(rt_sigtimedwait, alarm, info, 0, 8);
    set_action(ALARM, 0, 0);
    set_timer(REAL, 20000, 0);
    SHOW(rt_sigtimedwait, alarm, info, 0, 8);
    set_timer(REAL, 5000, 0);
    SHOW(rt_sigtimedwait, user, info, short_time, 8);
    set_action(ALARM, (void *)1, 0);
    SHOW(rt_sigprocmask, 2, none, 0, 8);
}

void program(void)
{
    show_sending();
    show_flags();
    show_old_calls();
    show_masks();
    show_faults();
    show_stack();
    show_timer_values();
    show_ended_waits();
    show_timers();
    show_suspensions();
    show_suspended_timers();
    show_signal_waits();
}
