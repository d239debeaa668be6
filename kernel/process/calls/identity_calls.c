/*
 * SPDX-License-Identifier: MIT
 * System calls about processes and users. There is one process, of root; it has no
 * parent, no children and no other thread.
 */
#include <stdbool.h>
#include <stddef.h>

#include "kernel/process/calls/user_values.h"
#include "kernel/process/process.h"
#include "kernel/process/process_end.h"
#include "kernel/process/system_call.h"

#define ROOT 0u

static int32_t call_getpid(const uint32_t argument[])
{
    (void)argument;
    return PROCESS_NUMBER;
}

static int32_t call_getuid(const uint32_t argument[])
{
    (void)argument;
    return (int32_t)ROOT;
}

static int32_t call_getppid(const uint32_t argument[])
{
    (void)argument;
    return PROCESS_NUMBER - 1;
}

static bool is_process(uint32_t number)
{
    return number == 0 || number == PROCESS_NUMBER;
}

static int32_t call_getpgid(const uint32_t argument[])
{
    return is_process(argument[0]) ? PROCESS_NUMBER : -LINUX_ESRCH;
}

/* The process leads a session, so its group cannot change. */
static int32_t call_setpgid(const uint32_t argument[])
{
    if ((int32_t)argument[1] < 0)
        return -LINUX_EINVAL;
    return is_process(argument[0]) ? -LINUX_EPERM : -LINUX_ESRCH;
}

static int32_t call_setsid(const uint32_t argument[])
{
    (void)argument;
    return -LINUX_EPERM;
}

/* Root may become itself; other users do not exist on this machine. */
static int32_t call_setuid(const uint32_t argument[])
{
    return argument[0] == ROOT ? 0 : -LINUX_EINVAL;
}

static bool is_root_or_same(uint32_t id, uint32_t same)
{
    return id == ROOT || id == same;
}

static int32_t call_setreuid(const uint32_t argument[])
{
    bool good = is_root_or_same(argument[0], 0xffff) && is_root_or_same(argument[1], 0xffff);

    return good ? 0 : -LINUX_EINVAL;
}

static int32_t call_setreuid32(const uint32_t argument[])
{
    bool good =
        is_root_or_same(argument[0], UINT32_MAX) && is_root_or_same(argument[1], UINT32_MAX);

    return good ? 0 : -LINUX_EINVAL;
}

static int32_t call_setresuid(const uint32_t argument[])
{
    return is_root_or_same(argument[2], 0xffff) ? call_setreuid(argument) : -LINUX_EINVAL;
}

static int32_t call_setresuid32(const uint32_t argument[])
{
    return is_root_or_same(argument[2], UINT32_MAX) ? call_setreuid32(argument) : -LINUX_EINVAL;
}

static int32_t store_ids(const uint32_t argument[], uint32_t bytes)
{
    static const uint32_t root = ROOT;
    int32_t error = 0;

    for (unsigned i = 0; i < 3 && error == 0; i++)
        error = user_store(argument[i], &root, bytes);
    return error;
}

static int32_t call_getresuid(const uint32_t argument[])
{
    return store_ids(argument, 2);
}

static int32_t call_getresuid32(const uint32_t argument[])
{
    return store_ids(argument, 4);
}

/* Root is in no supplementary group. */
static int32_t call_getgroups(const uint32_t argument[])
{
    return (int32_t)argument[0] < 0 ? -LINUX_EINVAL : 0;
}

static int32_t call_setgroups(const uint32_t argument[])
{
    return argument[0] == 0 ? 0 : -LINUX_EINVAL;
}

static int32_t call_waitpid(const uint32_t argument[])
{
    const uint32_t known = 0xe000000bu; /* WNOHANG, WUNTRACED, WCONTINUED, __WNOTHREAD, ... */

    return argument[2] & ~known ? -LINUX_EINVAL : -LINUX_ECHILD;
}

#define WAITID_STATES 0x0000000eu /* WSTOPPED, WEXITED, WCONTINUED: at least one is needed */
#define WAITID_KNOWN  0xe100000fu

static int32_t call_waitid(const uint32_t argument[])
{
    if (argument[3] & ~WAITID_KNOWN || !(argument[3] & WAITID_STATES) || argument[0] > 3)
        return -LINUX_EINVAL;
    return -LINUX_ECHILD;
}

static int32_t call_fork(const uint32_t argument[])
{
    (void)argument;
    process_end_with("the program starts a second process or thread, which cannot run here");
}

static int32_t call_execve(const uint32_t argument[])
{
    (void)argument;
    process_end_with("the program executes another program, which cannot run here");
}

const struct system_call identity_calls[] = {
    {2, 0, "fork", call_fork},
    {7, 3, "waitpid", call_waitpid},
    {11, 3, "execve", call_execve},
    {20, 0, "getpid", call_getpid},
    {23, 1, "setuid", call_setuid},
    {24, 0, "getuid", call_getuid},
    {46, 1, "setgid", call_setuid},
    {47, 0, "getgid", call_getuid},
    {49, 0, "geteuid", call_getuid},
    {50, 0, "getegid", call_getuid},
    {57, 2, "setpgid", call_setpgid},
    {64, 0, "getppid", call_getppid},
    {65, 0, "getpgrp", call_getpid},
    {66, 0, "setsid", call_setsid},
    {70, 2, "setreuid", call_setreuid},
    {71, 2, "setregid", call_setreuid},
    {80, 2, "getgroups", call_getgroups},
    {81, 2, "setgroups", call_setgroups},
    {114, 4, "wait4", call_waitpid},
    {120, 5, "clone", call_fork},
    {132, 1, "getpgid", call_getpgid},
    {147, 1, "getsid", call_getpgid},
    {164, 3, "setresuid", call_setresuid},
    {165, 3, "getresuid", call_getresuid},
    {170, 3, "setresgid", call_setresuid},
    {171, 3, "getresgid", call_getresuid},
    {190, 0, "vfork", call_fork},
    {199, 0, "getuid32", call_getuid},
    {200, 0, "getgid32", call_getuid},
    {201, 0, "geteuid32", call_getuid},
    {202, 0, "getegid32", call_getuid},
    {203, 2, "setreuid32", call_setreuid32},
    {204, 2, "setregid32", call_setreuid32},
    {205, 2, "getgroups32", call_getgroups},
    {206, 2, "setgroups32", call_setgroups},
    {208, 3, "setresuid32", call_setresuid32},
    {209, 3, "getresuid32", call_getresuid32},
    {210, 3, "setresgid32", call_setresuid32},
    {211, 3, "getresgid32", call_getresuid32},
    {213, 1, "setuid32", call_setuid},
    {214, 1, "setgid32", call_setuid},
    {224, 0, "gettid", call_getpid},
    {284, 5, "waitid", call_waitid},
    {358, 5, "execveat", call_execve},
    {435, 2, "clone3", call_fork},
    {0, 0, NULL, NULL},
};
