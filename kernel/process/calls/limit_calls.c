/*
 * SPDX-License-Identifier: MIT
 * System calls on resource limits, usage and priority. The number of descriptors is the only limit
 * with an effect; memory is limited by the machine's.
 */
#include <stdbool.h>
#include <stddef.h>

#include "kernel/lib/string.h"
#include "kernel/process/calls/user_values.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/process.h"
#include "kernel/process/program_clock.h"
#include "kernel/process/system_call.h"

/* include/uapi/asm-generic/resource.h */
enum limits {
    RLIMIT_STACK = 3,
    RLIMIT_CORE = 4,
    RLIMIT_NPROC = 6,
    RLIMIT_NOFILE = 7,
    LIMITS = 16,
};

#define UNLIMITED   UINT64_MAX
#define SHORT_MAX   0xffffffffu /* RLIM_INFINITY of the calls with 32-bit values */
#define OLD_MAX     0x7fffffffu /* of getrlimit, whose values were signed */
#define STACK_LIMIT (8u << 20)

struct limit {
    uint64_t current, maximum;
};

static struct limit limit_of(uint32_t resource)
{
    switch (resource) {
    case RLIMIT_STACK:
        return (struct limit){STACK_LIMIT, UNLIMITED};
    case RLIMIT_CORE:
        return (struct limit){0, UNLIMITED};
    case RLIMIT_NPROC:
        return (struct limit){1, 1};
    case RLIMIT_NOFILE:
        return (struct limit){process_files->descriptor_limit, DESCRIPTORS};
    default:
        return (struct limit){UNLIMITED, UNLIMITED};
    }
}

/* A new limit must be the old one, but that of descriptors may be lower. */
static int32_t limit_set(uint32_t resource, struct limit new)
{
    struct limit old = limit_of(resource);

    if (new.current > new.maximum)
        return -LINUX_EINVAL;
    if (new.maximum > old.maximum)
        return -LINUX_EPERM;
    if (resource == RLIMIT_NOFILE)
        process_files->descriptor_limit = (uint32_t) new.current;
    return 0;
}

static uint32_t short_limit(uint64_t value, uint32_t most)
{
    return value > most ? most : (uint32_t)value;
}

static int32_t get_short(const uint32_t argument[], uint32_t most)
{
    struct limit limit = limit_of(argument[0]);
    uint32_t value[2] = {short_limit(limit.current, most), short_limit(limit.maximum, most)};

    return argument[0] >= LIMITS ? -LINUX_EINVAL : user_store(argument[1], value, sizeof value);
}

static int32_t call_getrlimit(const uint32_t argument[])
{
    return get_short(argument, OLD_MAX);
}

static int32_t call_ugetrlimit(const uint32_t argument[])
{
    return get_short(argument, SHORT_MAX);
}

static uint64_t long_limit(uint32_t value)
{
    return value == SHORT_MAX ? UNLIMITED : value;
}

static int32_t call_setrlimit(const uint32_t argument[])
{
    uint32_t value[2];

    if (user_load(value, argument[1], sizeof value) != 0)
        return -LINUX_EFAULT;
    if (argument[0] >= LIMITS)
        return -LINUX_EINVAL;
    return limit_set(argument[0], (struct limit){long_limit(value[0]), long_limit(value[1])});
}

static int32_t call_prlimit64(const uint32_t argument[])
{
    struct limit old, new;
    int32_t error = 0;

    if (argument[2] != 0 && user_load(&new, argument[2], sizeof new) != 0)
        return -LINUX_EFAULT;
    if (argument[0] != 0 && argument[0] != PROCESS_NUMBER)
        return -LINUX_ESRCH;
    if (argument[1] >= LIMITS)
        return -LINUX_EINVAL;
    old = limit_of(argument[1]);
    if (argument[2] != 0)
        error = limit_set(argument[1], new);
    return error != 0 ? error : user_store_if(argument[3], &old, sizeof old);
}

#define RUSAGE_CHILDREN (-1)
#define RUSAGE_SELF     0
#define RUSAGE_THREAD   1
#define USAGE_WORDS     18 /* struct rusage: two times of two words, and 14 counts */

static int32_t call_getrusage(const uint32_t argument[])
{
    struct program_time used = program_clock_used();
    int32_t who = (int32_t)argument[0], words[USAGE_WORDS];

    if (who < RUSAGE_CHILDREN || who > RUSAGE_THREAD)
        return -LINUX_EINVAL;
    memset(words, 0, sizeof words);
    if (who != RUSAGE_CHILDREN) {
        words[0] = (int32_t)used.seconds;
        words[1] = (int32_t)(used.nanoseconds / 1000);
    }
    return user_store(argument[1], words, sizeof words);
}

/* include/uapi/linux/resource.h: a process, a process group or a user. */
enum priority_targets { PRIO_PROCESS, PRIO_PGRP, PRIO_USER };

#define NICE_LEAST      (-20)
#define NICE_MOST       19
#define PRIORITY_NORMAL 20 /* getpriority() returns it minus the nice value */

static int32_t priority_target(uint32_t which, uint32_t who)
{
    uint32_t own = which == PRIO_USER ? 0 : PROCESS_NUMBER;

    if (which > PRIO_USER)
        return -LINUX_EINVAL;
    return who == 0 || who == own ? 0 : -LINUX_ESRCH;
}

static int32_t call_getpriority(const uint32_t argument[])
{
    int32_t error = priority_target(argument[0], argument[1]);

    return error != 0 ? error : PRIORITY_NORMAL - process_files->nice;
}

/* A priority has no effect on the only process. */
static int32_t call_setpriority(const uint32_t argument[])
{
    int32_t nice = (int32_t)argument[2], error = priority_target(argument[0], argument[1]);

    if (error == 0)
        process_files->nice = nice < NICE_LEAST ? NICE_LEAST : nice > NICE_MOST ? NICE_MOST : nice;
    return error;
}

const struct system_call limit_calls[] = {
    {75, 2, "setrlimit", call_setrlimit},     {76, 2, "getrlimit", call_getrlimit},
    {77, 2, "getrusage", call_getrusage},     {96, 2, "getpriority", call_getpriority},
    {97, 3, "setpriority", call_setpriority}, {191, 2, "ugetrlimit", call_ugetrlimit},
    {340, 4, "prlimit64", call_prlimit64},    {0, 0, NULL, NULL},
};
