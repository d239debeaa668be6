/*
 * SPDX-License-Identifier: MIT
 * epoll: what can be watched, the order of events, flags, nesting, and closed descriptors.
 */
#include "call_frame.h"

enum { ADD = 1, REMOVE, CHANGE };
enum { IN = 1, OUT = 4, HANGUP = 16 };
enum { NONBLOCKING = 04000, CLOSE_ON_EXEC = 02000000 };
#define EXCLUSIVE (1u << 28)
#define ONCE      (1u << 30)
#define EDGE      (1u << 31)

struct event {
    uint32_t events, data[2];
};

static int poll_at, first[2], second[2];

static void control(const char *text, int operation, int descriptor, uint32_t events)
{
    const struct event event = {events, {(uint32_t)descriptor, 0x11223344}};

    print_call(text, CALL(epoll_ctl, poll_at, operation, descriptor, &event));
}

static void wait_for(const char *text, int most)
{
    struct event events[8];
    long found;

    fill(events, 0xee, sizeof events);
    print_text(text);
    found = print_call(" found", CALL(epoll_wait, poll_at, events, most, 0));
    print_bytes("events", events, (unsigned)(found > 0 ? found : 0) * sizeof events[0] + 4);
}

static void show_creation(void)
{
    SHOW(epoll_create, 0);
    SHOW(epoll_create, -1);
    SHOW(epoll_create1, 1);
    SHOW(epoll_create, 1);
    SHOW(fcntl64, 3, 1);
    SHOW(epoll_create1, CLOSE_ON_EXEC);
    SHOW(fcntl64, 4, 1);
    SHOW(fcntl64, 4, 3);
    SHOW(read, 3, &poll_at, 4);
    SHOW(write, 3, &poll_at, 4);
    SHOW(lseek, 3, 5, 0);
    SHOW(close, 4);
    poll_at = 3;
}

static void show_errors(void)
{
    struct event event = {IN, {1, 2}};
    int file = (int)CALL(open, "numbers", 0), folder = (int)CALL(open, ".", 0);
    int zero = (int)CALL(open, "/dev/zero", 0), random = (int)CALL(open, "/dev/random", 0);

    SHOW(epoll_ctl, poll_at, ADD, 99, &event);
    SHOW(epoll_ctl, 99, ADD, first[0], &event);
    SHOW(epoll_ctl, poll_at, ADD, first[0], BAD);
    SHOW(epoll_ctl, poll_at, ADD, poll_at, &event);
    SHOW(epoll_ctl, first[1], ADD, first[0], &event);
    SHOW(epoll_ctl, poll_at, ADD, file, &event);
    SHOW(epoll_ctl, poll_at, ADD, folder, &event);
    SHOW(epoll_ctl, poll_at, ADD, zero, &event);
    SHOW(epoll_ctl, poll_at, ADD, random, &event);
    SHOW(epoll_ctl, poll_at, REMOVE, random, 0);
    SHOW(epoll_ctl, poll_at, CHANGE, first[0], &event);
    SHOW(epoll_ctl, poll_at, REMOVE, first[0], &event);
    SHOW(epoll_ctl, poll_at, 4, first[0], &event);
    SHOW(epoll_ctl, poll_at, ADD, first[0], &event);
    SHOW(epoll_ctl, poll_at, ADD, first[0], &event);
    SHOW(epoll_ctl, poll_at, REMOVE, first[0], BAD);
    event.events = IN | EXCLUSIVE;
    SHOW(epoll_ctl, poll_at, ADD, first[0], &event);
    SHOW(epoll_ctl, poll_at, CHANGE, first[0], &event);
    SHOW(epoll_ctl, poll_at, REMOVE, first[0], 0);
    SHOW(epoll_wait, poll_at, &event, 0, 0);
    SHOW(epoll_wait, poll_at, &event, -1, 0);
    SHOW(epoll_wait, poll_at, &event, 0x7fffffff, 0);
    SHOW(epoll_wait, 99, &event, 1, 0);
    SHOW(epoll_wait, first[0], &event, 1, 0);
    SHOW(epoll_wait, poll_at, BAD, 1, 0);
    SHOW(epoll_wait, poll_at, &event, 1, 10);
    SHOW(epoll_pwait, poll_at, &event, 1, 10, 0, 8);
    SHOW(epoll_pwait, poll_at, &event, 1, 0, &event, 4);
    SHOW(epoll_pwait, poll_at, &event, 1, 0, BAD, 8);
    CALL(close, file);
    CALL(close, folder);
    CALL(close, zero);
    CALL(close, random);
}

static void show_order(void)
{
    char byte;

    control("first", ADD, first[0], IN);
    control("second", ADD, second[0], IN);
    control("writable", ADD, first[1], OUT);
    wait_for("writable", 8);
    control("not writable", REMOVE, first[1], 0);
    SHOW(write, second[1], "a", 1);
    SHOW(write, first[1], "a", 1);
    wait_for("both, the second first", 8);
    wait_for("again", 8);
    wait_for("one", 1);
    wait_for("the other one", 1);
    wait_for("the first one again", 1);
    SHOW(read, second[0], &byte, 1);
    wait_for("only the first", 8);
    SHOW(epoll_wait, poll_at, BAD, 1, 0);
    wait_for("still the first", 8);
    SHOW(read, first[0], &byte, 1);
    wait_for("none", 8);
}

static void show_flags(void)
{
    char byte;

    control("edge", CHANGE, first[0], IN | EDGE);
    SHOW(write, first[1], "ab", 2);
    wait_for("edge", 8);
    wait_for("no edge", 8);
    SHOW(write, first[1], "c", 1);
    wait_for("another edge", 8);
    SHOW(read, first[0], &byte, 1);
    wait_for("no edge by reading", 8);
    control("changed", CHANGE, first[0], IN | EDGE);
    wait_for("ready when changed", 8);
    control("once", CHANGE, first[0], IN | ONCE);
    wait_for("once", 8);
    SHOW(write, first[1], "d", 1);
    wait_for("off", 8);
    control("on again", CHANGE, first[0], IN | ONCE);
    wait_for("once more", 8);
    control("level", CHANGE, first[0], IN);
    wait_for("level", 8);
    for (int i = 0; i < 3; i++)
        SHOW(read, first[0], &byte, 1);
    wait_for("empty", 8);
}

static void show_event_counter(void)
{
    static const uint64_t one = 1;
    uint64_t value;
    int counter = (int)CALL(eventfd2, 0, NONBLOCKING);

    control("counter", ADD, counter, IN | OUT | EDGE);
    wait_for("writable", 8);
    wait_for("no edge", 8);
    SHOW(write, counter, &one, 8);
    wait_for("written", 8);
    SHOW(read, counter, &value, 8);
    wait_for("read", 8);
    SHOW(read, counter, &value, 8);
    wait_for("no change", 8);
    SHOW(close, counter);
    wait_for("closed", 8);
}

static void show_nesting(void)
{
    int inner = (int)CALL(epoll_create1, 0), outer = poll_at;
    struct event event = {IN, {9, 9}};
    struct {
        int descriptor;
        uint16_t events, results;
    } polled = {inner, 0xffff, 0};
    char byte;

    control("inner", ADD, inner, IN);
    SHOW(epoll_ctl, inner, ADD, outer, &event);
    SHOW(epoll_ctl, inner, ADD, second[0], &event);
    wait_for("not ready", 8);
    SHOW(write, second[1], "a", 1);
    SHOW(poll, &polled, 1, 0);
    print_bytes("polled", &polled, 8);
    wait_for("inner and second", 8);
    SHOW(read, second[0], &byte, 1);
    wait_for("neither", 8);
    SHOW(poll, &polled, 1, 0);
    SHOW(close, inner);
}

static void show_closing(void)
{
    int copy = (int)CALL(dup, first[0]);

    SHOW(write, first[1], "a", 1);
    SHOW(close, first[0]);
    wait_for("its copy is open", 8);
    control("copy", ADD, copy, IN);
    wait_for("twice", 8);
    SHOW(close, first[1]);
    wait_for("no writer", 8);
    SHOW(close, copy);
    wait_for("closed", 8);
    SHOW(pipe, first);
    SHOW(close, second[1]);
    wait_for("second without a writer", 8);
    SHOW(close, poll_at);
}

void program(void)
{
    show_creation();
    SHOW(pipe2, first, NONBLOCKING);
    SHOW(pipe2, second, NONBLOCKING);
    show_errors();
    show_order();
    show_flags();
    show_event_counter();
    show_nesting();
    show_closing();
}
