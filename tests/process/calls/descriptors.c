/*
 * SPDX-License-Identifier: MIT
 * Descriptors: duplicates, flags, locks, requests, pipes, and waiting for them.
 */
#include "call_frame.h"

static char buffer[140000];
static int32_t ends[2];

static void show_duplicates(void)
{
    SHOW(dup, 0);
    SHOW(read, 3, buffer, 3);
    SHOW(read, 0, buffer, 3);
    print_bytes("buffer", buffer, 3);
    SHOW(dup, 99);
    SHOW(dup2, 0, 10);
    SHOW(dup2, 10, 10);
    SHOW(dup2, 99, 10);
    SHOW(dup2, 99, 99);
    SHOW(dup2, 0, -1);
    SHOW(dup2, 0, 3);
    SHOW(lseek, 10, 0, 1);
    SHOW(dup3, 0, 11, 0);
    SHOW(dup3, 0, 11, O_CLOSE_ON_EXEC);
    SHOW(fcntl, 11, 1);
    SHOW(dup3, 0, 0, 0);
    SHOW(dup3, 0, 12, 1);
    SHOW(dup3, 99, 12, 0);
    SHOW(dup3, 0, -1, 0);
    SHOW(close, 11);
    SHOW(close, 10);
    SHOW(close, 3);
}

static void show_flags(void)
{
    SHOW(fcntl, 0, 0, 20);
    SHOW(fcntl64, 0, 1030, 20);
    SHOW(fcntl, 20, 1);
    SHOW(fcntl64, 21, 1);
    SHOW(fcntl, 21, 2, 0);
    SHOW(fcntl64, 21, 1);
    SHOW(fcntl, 20, 2, 5);
    SHOW(fcntl, 20, 1);
    SHOW(fcntl, 0, 0, -1);
    SHOW(fcntl, 99, 0, 0);
    SHOW(fcntl, 0, 9999, 0);
    SHOW(fcntl64, 99, 9999, 0);
    SHOW(close, 20);
    SHOW(close, 21);
    SHOW(open, "flags", O_CREATE | O_EXCLUSIVE | O_READ_WRITE | O_APPENDING | O_CLOSE_ON_EXEC,
         0600);
    SHOW(fcntl, 3, 3);
    SHOW(fcntl, 3, 1);
    SHOW(fcntl, 3, 4, O_NONBLOCKING | O_TRUNCATE);
    SHOW(fcntl, 3, 3);
    SHOW(close, 3);
    SHOW(open, "flags", O_LARGE | O_TRUNCATE | O_WRITE);
    SHOW(fcntl64, 3, 3);
    SHOW(close, 3);
    SHOW(creat, "flags", 0600);
    SHOW(fcntl64, 3, 3);
    SHOW(close, 3);
    SHOW(openat, HERE, "flags", O_NO_ACCESS);
    SHOW(fcntl64, 3, 3);
    SHOW(close, 3);
    SHOW(open, "flags", O_PATHS | O_READ_WRITE);
    SHOW(fcntl64, 3, 3);
    SHOW(fcntl64, 3, 1);
    SHOW(read, 3, buffer, 1);
    SHOW(write, 3, buffer, 1);
    SHOW(ioctl, 3, 0x5401, buffer);
    SHOW(lseek, 3, 0, 0);
    SHOW(close, 3);
}

static void show_locks(void)
{
    int16_t lock[12] = {1, 0};

    SHOW(open, "flags", O_READ_WRITE);
    SHOW(fcntl, 3, 6, lock);
    SHOW(fcntl, 3, 5, lock);
    print_bytes("type", lock, 2);
    lock[0] = 0;
    SHOW(fcntl64, 3, 13, lock);
    SHOW(fcntl64, 3, 14, lock);
    SHOW(fcntl64, 3, 12, lock);
    print_bytes("type", lock, 2);
    SHOW(fcntl64, 3, 12, lock);
    SHOW(fcntl, 3, 7, lock);
    SHOW(fcntl, 3, 12, lock);
    lock[0] = 9;
    SHOW(fcntl, 3, 6, lock);
    lock[0] = 1;
    lock[1] = 9;
    SHOW(fcntl, 3, 6, lock);
    SHOW(fcntl, 3, 6, BAD);
    SHOW(fcntl64, 3, 13, BAD);
    lock[1] = 0;
    SHOW(fcntl, 0, 6, lock);
    SHOW(fcntl, 99, 6, lock);
    SHOW(flock, 3, 2);
    SHOW(flock, 3, 8);
    SHOW(flock, 3, 5);
    SHOW(flock, 3, 3);
    SHOW(flock, 3, 0);
    SHOW(flock, 99, 1);
    SHOW(flock, 99, 77);
    SHOW(close, 3);
}

static void show_requests(void)
{
    int32_t value = -1;

    SHOW(open, "numbers", 0);
    SHOW(read, 3, buffer, 16);
    SHOW(ioctl, 3, 0x541b, &value);
    print_bytes("value", &value, 4);
    SHOW(ioctl, 3, 0x541b, BAD);
    SHOW(ioctl, 3, 0x5401, buffer);
    SHOW(ioctl, 3, 0x5401, BAD);
    SHOW(ioctl, 3, 0x5413, buffer);
    SHOW(ioctl, 1, 0x5413, buffer);
    SHOW(ioctl, 99, 0x5413, BAD);
    SHOW(ioctl, 3, 0x5451, 0);
    SHOW(fcntl, 3, 1);
    SHOW(ioctl, 3, 0x5450, 0);
    SHOW(fcntl, 3, 1);
    value = 1;
    SHOW(ioctl, 3, 0x5421, &value);
    SHOW(fcntl, 3, 3);
    value = 0;
    SHOW(ioctl, 3, 0x5421, &value);
    SHOW(fcntl, 3, 3);
    SHOW(ioctl, 3, 0x5421, BAD);
    SHOW(close, 3);
    SHOW(open, "/dev/null", 2);
    SHOW(ioctl, 3, 0x5401, buffer);
    SHOW(close, 3);
    SHOW(open, ".", 0);
    SHOW(ioctl, 3, 0x5401, buffer);
    SHOW(close, 3);
}

static void show_pipes(void)
{
    char *guard = guarded_page();
    uint32_t vector[4] = {(uint32_t)buffer, 10, 16, 10};
    uint32_t status[24];
    int32_t unread = 0;

    SHOW(pipe, ends);
    print_bytes("ends", ends, 8);
    SHOW(write, 4, "hello world", 11);
    SHOW(ioctl, 3, 0x541b, &unread);
    print_bytes("unread", &unread, 4);
    SHOW(read, 3, buffer, 5);
    SHOW(read, 3, buffer, 100);
    print_bytes("buffer", buffer, 6);
    SHOW(read, 4, buffer, 5);
    SHOW(write, 3, buffer, 5);
    SHOW(lseek, 3, 0, 0);
    SHOW(lseek, 3, 0, 9);
    SHOW(_llseek, 3, 0, 0, buffer, 0);
    SHOW(pread64, 3, buffer, 5, 0, 0);
    SHOW(pwrite64, 4, buffer, 5, 0, 0);
    SHOW(ftruncate, 4, 0);
    SHOW(fsync, 4);
    SHOW(fcntl, 3, 3);
    SHOW(fcntl, 4, 3);
    SHOW(fstat64, 3, status);
    print_bytes("mode, links", &status[4], 8);
    SHOW(write, 4, BAD, 5);
    SHOW(write, 4, guard - 100, 8192);
    SHOW(write, 4, BAD, 0);
    SHOW(writev, 4, vector, 2);
    SHOW(writev, 4, vector, 1);
    SHOW(read, 3, guard - 5, 10);
    SHOW(read, 3, BAD, 10);
    SHOW(read, 3, BAD, 0);
    SHOW(ioctl, 3, 0x541b, &unread);
    print_bytes("unread", &unread, 4);
    SHOW(close, 4);
    SHOW(read, 3, buffer, 100);
    SHOW(read, 3, buffer, 100);
    SHOW(close, 3);
    SHOW(pipe2, ends, O_NONBLOCKING | O_CLOSE_ON_EXEC);
    SHOW(fcntl, 3, 1);
    SHOW(fcntl, 3, 3);
    SHOW(fcntl, 4, 3);
    SHOW(read, 3, buffer, 5);
    SHOW(write, 4, buffer, 65536);
    SHOW(write, 4, buffer, 1);
    SHOW(read, 3, buffer, 4096);
    SHOW(write, 4, buffer, 8192);
    SHOW(write, 4, buffer, 5000);
    SHOW(read, 3, buffer, 140000);
    SHOW(write, 4, buffer, 140000);
    SHOW(close, 3);
    SHOW(close, 4);
    SHOW(pipe2, ends, 1);
    SHOW(pipe2, BAD, 0);
    SHOW(pipe, BAD);
    SHOW(dup, 0);
    SHOW(close, 3);
}

/* A signal that is ignored comes with the error. */
static void show_broken_pipe(void)
{
    uint32_t ignored[5] = {1, 0, 0, 0, 0};

    SHOW(rt_sigaction, 13, ignored, 0, 8);
    SHOW(pipe, ends);
    SHOW(close, ends[0]);
    SHOW(write, ends[1], "x", 1);
    SHOW(write, ends[1], BAD, 1);
    SHOW(write, ends[1], "x", 0);
    SHOW(close, ends[1]);
}

struct polled {
    int32_t descriptor;
    int16_t events, results;
};

static void show_polls(void)
{
    struct polled all[4] = {{0, 1, 99}, {1, 5, 99}, {-1, 1, 99}, {99, 1, 99}};
    int32_t limit[2] = {0, 1000};
    int64_t limit_64[2] = {0, 1000};

    SHOW(poll, all, 4, -1);
    print_bytes("all", all, 32);
    SHOW(poll, all, 1, 0);
    SHOW(poll, all, 0, 0);
    SHOW(poll, BAD, 0, 0);
    SHOW(poll, BAD, 1, 0);
    SHOW(poll, all, -1, 0);
    SHOW(pipe, ends);
    all[0] = (struct polled){ends[0], 1, 99};
    all[1] = (struct polled){ends[1], 5, 99};
    SHOW(poll, all, 1, 5);
    SHOW(poll, all, 2, 5);
    print_bytes("all", all, 16);
    SHOW(write, ends[1], "x", 1);
    SHOW(ppoll, all, 2, limit, 0, 8);
    print_bytes("all", all, 16);
    SHOW(read, ends[0], buffer, 1);
    SHOW(ppoll, all, 1, limit, 0, 8);
    SHOW(ppoll_time64, all, 1, limit_64, 0, 8);
    SHOW(ppoll, all, 1, BAD, 0, 8);
    SHOW(ppoll_time64, all, 1, BAD, 0, 8);
    limit[1] = 1000000000;
    limit_64[0] = -1;
    SHOW(ppoll, all, 1, limit, 0, 8);
    SHOW(ppoll_time64, all, 1, limit_64, 0, 8);
    SHOW(close, ends[1]);
    SHOW(poll, all, 1, -1);
    print_bytes("all", all, 8);
    SHOW(close, ends[0]);
}

static void show_selects(void)
{
    uint32_t sets[3][32], five[5];
    int32_t limit[2] = {0, 1000};
    int64_t limit_64[2] = {0, 1000};

    fill(sets, 0, sizeof sets);
    SHOW(pipe, ends);
    sets[0][0] = 1u | 1u << 3;
    sets[1][0] = 2u | 1u << 4;
    SHOW(_newselect, 5, sets[0], sets[1], sets[2], 0);
    print_bytes("read", sets[0], 4);
    print_bytes("write", sets[1], 4);
    sets[0][0] = 1u << 3;
    SHOW(_newselect, 5, sets[0], 0, 0, limit);
    print_bytes("read", sets[0], 4);
    SHOW_TRUE(limit[0] == 0 && limit[1] == 0);
    sets[0][0] = 1u << 3;
    SHOW(write, 4, "x", 1);
    limit[0] = 5;
    SHOW(_newselect, 4, sets[0], 0, 0, limit);
    print_bytes("read", sets[0], 4);
    sets[0][0] = 1u << 30;
    SHOW(_newselect, 31, sets[0], 0, 0, limit);
    SHOW(_newselect, 30, sets[0], 0, 0, limit + 2 - 2);
    SHOW(_newselect, -1, sets[0], 0, 0, limit);
    SHOW(_newselect, 4, BAD, 0, 0, limit);
    SHOW(_newselect, 4, 0, 0, 0, BAD);
    limit[1] = -1;
    SHOW(_newselect, 4, 0, 0, 0, limit);
    five[0] = 4;
    five[1] = (uint32_t)sets[0];
    five[2] = five[3] = five[4] = 0;
    sets[0][0] = 1u << 3;
    SHOW(select, five);
    print_bytes("read", sets[0], 4);
    SHOW(select, BAD);
    limit[0] = 0;
    limit[1] = 1000;
    SHOW(pselect6, 4, sets[0], 0, 0, limit, 0);
    SHOW(pselect6_time64, 4, sets[0], 0, 0, limit_64, 0);
    SHOW(pselect6, 4, sets[0], 0, 0, BAD, 0);
    SHOW(pselect6_time64, 4, sets[0], 0, 0, BAD, 0);
    SHOW(pselect6, 0, 0, 0, 0, limit, 0);
    SHOW(pselect6_time64, 0, 0, 0, 0, limit_64, 0);
    SHOW(close, 3);
    SHOW(close, 4);
}

static void show_event_counters(void)
{
    static const uint64_t most = -2ull, more = -1ull;
    struct {
        int32_t descriptor;
        uint16_t events, results;
    } polled = {4, 5, 0};
    uint64_t value = 7, two[2] = {1, 1};

    SHOW(eventfd, 3);
    SHOW(fcntl64, 3, 1);
    SHOW(fcntl64, 3, 3);
    SHOW(read, 3, &value, 7);
    SHOW(read, 3, &value, 16);
    print_bytes("value", &value, 8);
    SHOW(write, 3, two, 8);
    SHOW(read, 3, BAD, 8);
    SHOW(eventfd2, 3, O_NONBLOCKING | O_CLOSE_ON_EXEC | 1);
    SHOW(eventfd2, 3, 2);
    SHOW(fcntl64, 4, 1);
    SHOW(fcntl64, 4, 3);
    for (unsigned i = 0; i < 4; i++) {
        SHOW(read, 4, &value, 8);
        print_bytes("value", &value, 8);
    }
    SHOW(poll, &polled, 1, 0);
    print_bytes("ready", &polled.results, 2);
    SHOW(write, 4, two, 7);
    SHOW(write, 4, two, 16);
    SHOW(write, 4, BAD, 8);
    SHOW(write, 4, &more, 8);
    SHOW(write, 4, &most, 8);
    SHOW(write, 4, two, 8);
    SHOW(poll, &polled, 1, 0);
    print_bytes("ready", &polled.results, 2);
    SHOW(read, 4, &value, 8);
    SHOW(poll, &polled, 1, 0);
    print_bytes("ready", &polled.results, 2);
    SHOW(lseek, 4, 5, 0);
    SHOW(pread64, 4, &value, 8, 0, 0);
    SHOW(pwrite64, 4, two, 8, 0, 0);
    SHOW(ftruncate, 4, 0);
    SHOW(fsync, 4);
    SHOW(fchmod, 4, 0644);
    SHOW(ioctl, 4, 0x5401, two);
    SHOW(getdents64, 4, two, 16);
    SHOW(close, 3);
    SHOW(close, 4);
}

static void show_limit(void)
{
    uint32_t limit[2] = {6, 6};
    int32_t last;

    SHOW(setrlimit, 7, limit);
    SHOW(dup, 0);
    SHOW(dup, 0);
    SHOW(dup, 0);
    SHOW(dup, 0);
    SHOW(open, "numbers", 0);
    SHOW(open, "missing", 0);
    SHOW(pipe, &last);
    SHOW(dup2, 0, 5);
    SHOW(dup2, 0, 6);
    SHOW(fcntl, 0, 0, 6);
    SHOW(fcntl, 0, 0, 5);
}

static void show_ranges(void)
{
    SHOW(dup2, 1, 20);
    SHOW(dup2, 1, 22);
    SHOW(close_range, 20, 21, 4);
    SHOW(fcntl64, 20, 1);
    SHOW(fcntl64, 22, 1);
    SHOW(close_range, 20, -1, 0);
    SHOW(fcntl64, 22, 1);
    SHOW(close_range, 20, 19, 0);
    SHOW(close_range, 20, 21, 8);
    SHOW(close_range, 20, 21, 2);
}

void program(void)
{
    show_duplicates();
    show_flags();
    show_locks();
    show_requests();
    show_pipes();
    show_broken_pipe();
    show_polls();
    show_selects();
    show_ranges();
    show_event_counters();
    show_limit();
}
