/*
 * SPDX-License-Identifier: MIT
 * Processes, users, limits, the machine, and facilities of a single process. Most values differ
 * from machine to machine, so relations between them are printed.
 */
#include "call_frame.h"

static char buffer[1000];
static uint32_t words[16];

static void show_processes(void)
{
    long process = CALL(getpid);

    SHOW_TRUE(process > 1);
    SHOW_TRUE(CALL(gettid) == process);
    SHOW_TRUE(CALL(getppid) != process);
    SHOW_TRUE(CALL(getpgid, 0) == CALL(getpgrp));
    SHOW_TRUE(CALL(getpgid, process) == CALL(getpgrp));
    SHOW_TRUE(CALL(getsid, 0) > 0);
    SHOW(getpgid, -1);
    SHOW(getsid, -1);
    SHOW(setpgid, -1, 1);
    SHOW(setpgid, 0, -1);
    SHOW(waitpid, -1, 0, 0);
    SHOW(waitpid, -1, 0, 1);
    SHOW(waitpid, -1, 0, 4);
    SHOW(wait4, -1, 0, 0, 0);
    SHOW(wait4, -1, 0, 64, 0);
    SHOW(waitid, 0, 0, buffer, 4, 0);
    SHOW(waitid, 0, 0, buffer, 0, 0);
    SHOW(waitid, 9, 0, buffer, 4, 0);
}

/* The program has started a session, as a shell's does. */
static void show_session(void)
{
    SHOW(setsid);
    SHOW(setpgid, 0, 0);
    SHOW(setpgid, CALL(getpid), 0);
}

static void show_users(void)
{
    uint16_t short_ids[3] = {1, 1, 1};

    SHOW(getuid);
    SHOW(getgid);
    SHOW(geteuid);
    SHOW(getegid);
    SHOW(getuid32);
    SHOW(getgid32);
    SHOW(geteuid32);
    SHOW(getegid32);
    SHOW(getresuid, &short_ids[0], &short_ids[1], &short_ids[2]);
    print_bytes("ids", short_ids, 6);
    SHOW(getresgid, &short_ids[0], &short_ids[1], BAD);
    SHOW(getresuid32, words, words + 1, words + 2);
    print_bytes("ids", words, 12);
    SHOW(getresgid32, words, words + 1, words + 2);
    SHOW(getresgid32, BAD, words + 1, words + 2);
    SHOW(setuid, 0);
    SHOW(setgid, 0);
    SHOW(setuid32, 0);
    SHOW(setgid32, 0);
    SHOW(setuid32, -1);
    SHOW(setgid32, -1);
    SHOW(setreuid, 0xffff, 0);
    SHOW(setregid, 0, 0xffff);
    SHOW(setreuid32, -1, -1);
    SHOW(setregid32, -1, 0);
    SHOW(setresuid, 0xffff, 0, 0);
    SHOW(setresgid, 0, 0xffff, 0);
    SHOW(setresuid32, -1, -1, -1);
    SHOW(setresgid32, 0, 0, -1);
    SHOW(setgroups, 0, 0);
    SHOW(setgroups32, 0, 0);
    SHOW(setgroups, -1, 0);
    SHOW(getgroups, 0, 0);
    SHOW(getgroups32, 0, 0);
    SHOW(getgroups, 10, words);
    SHOW(getgroups32, -1, words);
}

static void show_limits(void)
{
    static const uint32_t resources[] = {3, 7};
    uint32_t old[2], more[4], unlimited[2] = {0xffffffff, 0xffffffff}, wrong[2] = {2, 1};
    uint64_t wrong_64[2] = {2, 1};

    for (unsigned i = 0; i < 2; i++) {
        SHOW(getrlimit, resources[i], old);
        SHOW(ugetrlimit, resources[i], words);
        SHOW_TRUE(old[0] == words[0]);
        SHOW(prlimit64, 0, resources[i], 0, more);
        SHOW_TRUE(more[0] == words[0] && more[1] == 0);
    }
    SHOW(getrlimit, 0, old);
    print_bytes("unlimited", old, 8);
    SHOW(ugetrlimit, 0, old);
    print_bytes("unlimited", old, 8);
    SHOW(prlimit64, 0, 0, 0, more);
    print_bytes("unlimited", more, 16);
    SHOW(prlimit64, CALL(getpid), 0, more, 0);
    SHOW(prlimit64, 0, 16, 0, more);
    SHOW(prlimit64, -1, 0, 0, more);
    SHOW(prlimit64, 0, 7, wrong_64, 0);
    SHOW(prlimit64, 0, 7, 0, BAD);
    SHOW(prlimit64, 0, 7, BAD, 0);
    SHOW(getrlimit, 16, old);
    SHOW(ugetrlimit, 16, old);
    SHOW(getrlimit, 0, BAD);
    SHOW(ugetrlimit, 0, BAD);
    SHOW(setrlimit, 0, unlimited);
    SHOW(setrlimit, 16, unlimited);
    SHOW(setrlimit, 7, wrong);
    SHOW(setrlimit, 7, BAD);
    fill(buffer, 9, 100);
    SHOW(getrusage, 0, buffer);
    SHOW(getrusage, 1, buffer);
    SHOW(getrusage, -1, buffer);
    print_bytes("children", buffer, 76);
    SHOW(getrusage, 2, buffer);
    SHOW(getrusage, 0, BAD);
    SHOW_TRUE(CALL(getpriority, 0, 0) == CALL(getpriority, 1, 0));
    SHOW_TRUE(CALL(getpriority, 2, 0) >= CALL(getpriority, 0, 0));
    SHOW(getpriority, 3, 0);
    SHOW(getpriority, 0, -1);
    SHOW(setpriority, 3, 0, 0);
    SHOW(setpriority, 0, -1, 0);
    SHOW(setpriority, 0, 0, 12);
    SHOW(getpriority, 0, 0);
    SHOW(getpriority, 0, CALL(getpid));
    SHOW(setpriority, 0, CALL(getpid), 15);
    SHOW(getpriority, 0, 0);
    SHOW(setpriority, 0, 0, 99);
    SHOW(getpriority, 0, 0);
}

static void show_machine(void)
{
    static char names[390];
    uint32_t processor = 99, node = 99;
    long process = CALL(getpid);

    SHOW(uname, names);
    print_bytes("system", names, 8);
    SHOW_TRUE(names[130] >= '3' && names[131] == '.');
    SHOW(uname, BAD);
    SHOW(sysinfo, words);
    SHOW_TRUE(words[4] > words[5] && words[5] > 0);
    SHOW(sysinfo, BAD);
    SHOW(sched_yield);
    SHOW(sched_getaffinity, 0, 3, words);
    SHOW(sched_getaffinity, 0, 0, words);
    SHOW_TRUE(CALL(sched_getaffinity, 0, 4, words) == 4 && words[0] != 0);
    SHOW_TRUE(CALL(sched_getaffinity, process, 4, words) == 4);
    SHOW(sched_getaffinity, -1, 4, words);
    SHOW(sched_getaffinity, 0, 4, BAD);
    SHOW(getcpu, &processor, &node, 0);
    SHOW_TRUE(processor < 99 && node == 0);
    SHOW(getcpu, 0, 0, 0);
    SHOW(getcpu, BAD, 0, 0);
    SHOW(personality, -1);
    SHOW(personality, 0);
}

static void show_names(void)
{
    SHOW(prctl, 15, "short");
    SHOW(prctl, 16, buffer);
    print_bytes("name", buffer, 16);
    SHOW(prctl, 15, "a name that is much longer");
    SHOW(prctl, 16, buffer);
    print_bytes("name", buffer, 16);
    SHOW(prctl, 15, BAD);
    SHOW(prctl, 16, BAD);
    SHOW(prctl, 9999, 0);
}

static void show_threads(void)
{
    uint32_t value = 5;
    int32_t limit[2] = {0, 1000};
    int64_t limit_64[2] = {0, 1000};

    SHOW(futex, &value, 1, 1);
    SHOW(futex, &value, 129, 1);
    SHOW(futex, &value, 0, 6, limit);
    SHOW(futex, &value, 0, 5, limit);
    SHOW(futex, &value, 128, 5, limit);
    SHOW(futex_time64, &value, 128, 5, limit_64);
    SHOW(futex_time64, &value, 128, 6, 0);
    SHOW(futex_time64, &value, 137, 5, BAD, 0, -1);
    SHOW(futex, &value, 137, 6, limit, 0, -1);
    SHOW(futex, &value, 3, 1, 1, &value);
    SHOW(futex, &value, 4, 1, 1, words, 5);
    SHOW(futex, &value, 4, 1, 1, words, 6);
    SHOW(futex, BAD, 0, 5, limit);
    SHOW(futex, (char *)&value + 1, 1, 1);
    SHOW(futex, &value, 99, 1);
    limit[1] = -1;
    SHOW(futex, &value, 0, 5, limit);
    SHOW(futex, &value, 0, 5, BAD);
    SHOW(set_robust_list, words, 12);
    SHOW(set_robust_list, words, 24);
}

static void show_restartable(void)
{
    static _Alignas(32) uint32_t areas[16];

    areas[1] = 99999;
    SHOW(rseq, areas, 32, 8, 5);
    SHOW(rseq, areas, 31, 0, 5);
    SHOW(rseq, areas + 1, 32, 0, 5);
    SHOW(rseq, areas, 32, 1, 5);
    SHOW(rseq, areas, 32, 0, 5);
    SHOW_TRUE(areas[0] < 99999 && areas[1] < 99999);
    SHOW(rseq, areas, 32, 0, 5);
    SHOW(rseq, areas, 32, 0, 6);
    SHOW(rseq, areas + 8, 32, 0, 5);
    SHOW(rseq, areas, 32, 1, 6);
    SHOW(rseq, areas, 64, 1, 5);
    SHOW(rseq, areas, 32, 3, 5);
    SHOW(rseq, areas, 32, 1, 5);
    print_bytes("numbers", areas, 8);
}

static void show_sockets(void)
{
    uint32_t arguments[6] = {0, (uint32_t)buffer, 16};

    SHOW(socketcall, 7, arguments); /* getpeername(0) */
    SHOW(socketcall, 6, arguments);
    SHOW(socketcall, 3, arguments);
    SHOW(socketcall, 9, arguments);
    arguments[0] = 99;
    SHOW(socketcall, 7, arguments);
    SHOW(socketcall, 0, arguments);
    SHOW(socketcall, 21, arguments);
    SHOW(socketcall, 7, BAD);
}

/* No descriptor is a socket, and 45 is the last family. */
static void show_direct_sockets(void)
{
    int32_t ends[2] = {7, 7};

    SHOW(socket, 46, 1, 0);
    SHOW(socket, 46, 0x10, 0);
    SHOW(socket, 46, 02004001, 0);
    SHOW(socket, 1, 11, 0);
    SHOW(socketpair, 46, 1, 0, ends);
    print_bytes("ends", ends, 8);
    SHOW(socketpair, 46, 1, 0, BAD);
    SHOW(socketpair, 46, 0x10, 0, BAD);
    SHOW(bind, 0, buffer, 16);
    SHOW(bind, 99, BAD, 16);
    SHOW(connect, 0, buffer, 16);
    SHOW(connect, 0, BAD, 16);
    SHOW(connect, 0, BAD, 129);
    SHOW(connect, 0, BAD, 0);
    SHOW(connect, 99, BAD, 16);
    SHOW(listen, 0, 5);
    SHOW(listen, -1, 5);
    SHOW(accept4, 0, 0, 0, 0);
    SHOW(accept4, 0, 0, 0, 1);
    SHOW(accept4, 99, 0, 0, 1);
    SHOW(getsockopt, 0, 1, 3, buffer, words);
    SHOW(getsockopt, 99, 1, 3, buffer, words);
    SHOW(setsockopt, 0, 1, 3, buffer, 4);
    SHOW(getsockname, 0, buffer, words);
    SHOW(getpeername, 0, BAD, BAD);
    SHOW(getpeername, 99, BAD, BAD);
    SHOW(sendto, 0, buffer, 4, 0, 0, 0);
    SHOW(sendmsg, 0, BAD, 0);
    SHOW(recvfrom, 99, buffer, 4, 0, 0, 0);
    SHOW(recvmsg, 0, BAD, 0);
    SHOW(sendmmsg, 0, BAD, 1, 0);
    SHOW(recvmmsg, 0, buffer, 1, 0, 0);
    SHOW(recvmmsg_time64, 99, buffer, 1, 0, 0);
    SHOW(shutdown, 0, 2);
    SHOW(open, "numbers", O_PATHS);
    SHOW(getpeername, 3, buffer, words);
    SHOW(close, 3);
}

static void show_scheduling(void)
{
    int parameter[2] = {7, 7};
    long process = CALL(getpid);

    SHOW(sched_getscheduler, 0);
    for (int policy = -1; policy < 7; policy++) { /* Linux 6.12 has 7, SCHED_EXT */
        SHOW(sched_get_priority_max, policy);
        SHOW(sched_get_priority_min, policy);
    }
    SHOW(sched_getparam, 0, parameter);
    print_bytes("parameter", parameter, 8);
    SHOW(sched_getparam, process, parameter);
    SHOW(sched_getparam, 0, 0);
    SHOW(sched_getparam, 0, BAD);
    SHOW(sched_getparam, -1, parameter);
    SHOW(sched_setparam, 0, parameter);
    SHOW(sched_setparam, 0, 0);
    SHOW(sched_setparam, 0, BAD);
    SHOW(sched_setparam, -1, BAD);
    parameter[0] = 1;
    SHOW(sched_setparam, 0, parameter);
    SHOW(sched_setscheduler, 0, 0, parameter);
    SHOW(sched_setscheduler, 0, 4, parameter);
    SHOW(sched_setscheduler, 0, -1, parameter);
    SHOW(sched_setscheduler, 0, 7, parameter);
    SHOW(sched_setscheduler, 0, 3, 0);
    SHOW(sched_setscheduler, 0, 3, BAD);
    parameter[0] = 100;
    SHOW(sched_setscheduler, 0, 1, parameter);
    parameter[0] = 0;
    SHOW(sched_setscheduler, 0, 1, parameter);
    SHOW(sched_setscheduler, 0, 3, parameter);
    SHOW(sched_getscheduler, 0);
    SHOW(sched_getscheduler, process);
    SHOW(sched_getscheduler, -1);
    SHOW(sched_setscheduler, 0, 0, parameter);
    SHOW(sched_getscheduler, 0);
    SHOW(sched_setscheduler, 0, 3, parameter); /* for the next run */
    SHOW(sched_rr_get_interval, 0, words);
    SHOW(sched_rr_get_interval, -1, words);
    SHOW(sched_rr_get_interval, 0, BAD);
    SHOW(sched_rr_get_interval_time64, 0, words);
    SHOW(sched_rr_get_interval_time64, 0, BAD);
}

static void show_affinity(void)
{
    long bytes = CALL(sched_getaffinity, 0, sizeof buffer, buffer);

    SHOW(sched_setaffinity, 0, bytes, buffer);
    SHOW(sched_setaffinity, CALL(getpid), bytes, buffer);
    SHOW(sched_setaffinity, 0, 4, BAD);
    SHOW(sched_setaffinity, -1, bytes, buffer);
    fill(buffer, 0, sizeof buffer);
    SHOW(sched_setaffinity, 0, 4, buffer);
    SHOW(sched_setaffinity, 0, 0, buffer);
    SHOW(getpriority, 0, 0);
    SHOW(nice, 0);
    SHOW(nice, 3);
    SHOW(getpriority, 0, 0);
    SHOW(nice, 1000);
    SHOW(getpriority, 0, 0);
}

static void show_locked_memory(void)
{
    char *last = guarded_page();

    SHOW(mlock, buffer, sizeof buffer);
    SHOW(mlock, last - 1, 1);
    SHOW(mlock, last - 1, 2);
    SHOW(mlock, BAD, 1);
    SHOW(mlock, buffer, 0);
    SHOW(munlock, last - 1, 1);
    SHOW(munlock, BAD, 1);
    SHOW(mlock2, last - 1, 1, 1);
    SHOW(mlock2, last - 1, 1, 2);
    SHOW(mlockall, 0);
    SHOW(mlockall, 4);
    SHOW(mlockall, 8);
    SHOW(munlockall);
}

void program(void)
{
    show_processes();
    show_session();
    show_users();
    show_limits();
    show_machine();
    show_names();
    show_threads();
    show_restartable();
    show_sockets();
    show_direct_sockets();
    show_scheduling();
    show_affinity();
    show_locked_memory();
}
