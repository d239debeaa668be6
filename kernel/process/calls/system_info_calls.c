/*
 * SPDX-License-Identifier: MIT
 * System calls on the machine and on facilities that a single process does not need.
 */
#include <stdbool.h>
#include <stddef.h>

#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/process/calls/time_values.h"
#include "kernel/process/calls/user_values.h"
#include "kernel/process/character_device.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/memory/frames.h"
#include "kernel/process/process_end.h"
#include "kernel/process/process.h"
#include "kernel/process/signals/program_timers.h"
#include "kernel/process/system_call.h"

#define NAME_BYTES 65u /* of each text in struct new_utsname */

static int32_t call_uname(const uint32_t argument[])
{
    static const char texts[6][NAME_BYTES] = {"Linux", "bareprobe", "5.10.0",
                                              "#1",    "i586",      "(none)"};

    return user_store(argument[0], texts, sizeof texts);
}

/* struct sysinfo of include/uapi/linux/sysinfo.h for i386 */
struct system_information {
    int32_t uptime;
    uint32_t loads[3], memory, free_memory, shared, buffers, swap, free_swap;
    uint16_t processes, padding;
    uint32_t high_memory, free_high_memory, unit;
    uint8_t rest[8];
};

_Static_assert(sizeof(struct system_information) == 64, "size of Linux/i386");

/* The kernel's memory ends where the program's begins. */
static int32_t call_sysinfo(const uint32_t argument[])
{
    struct system_information information = {
        .uptime = (int32_t)program_clock_monotonic().seconds,
        .memory = memory_end() + process_files->frames_at_start * FRAME_BYTES,
        .free_memory = frames_left() * FRAME_BYTES,
        .processes = 1,
        .unit = 1,
    };

    return user_store(argument[0], &information, sizeof information);
}

static int32_t call_sched_yield(const uint32_t argument[])
{
    (void)argument;
    return 0;
}

/* The machine's one processor is bit 0 of a mask of 32. */
static int32_t call_sched_getaffinity(const uint32_t argument[])
{
    static const uint32_t mask = 1;

    if (argument[1] < sizeof mask || argument[1] % sizeof mask != 0)
        return -LINUX_EINVAL;
    if (argument[0] != 0 && argument[0] != PROCESS_NUMBER)
        return -LINUX_ESRCH;
    return user_store(argument[2], &mask, sizeof mask) != 0 ? -LINUX_EFAULT : (int32_t)sizeof mask;
}

static int32_t call_getcpu(const uint32_t argument[])
{
    static const uint32_t first = 0;
    int32_t error = user_store_if(argument[0], &first, sizeof first);

    return error != 0 ? error : user_store_if(argument[1], &first, sizeof first);
}

#define GRND_KNOWN 7u /* GRND_NONBLOCK, GRND_RANDOM, GRND_INSECURE */

static int32_t call_getrandom(const uint32_t argument[])
{
    if (argument[2] & ~GRND_KNOWN || (argument[2] & 6) == 6)
        return -LINUX_EINVAL;
    return random_numbers_write(argument[0], argument[1]);
}

/* Commands of include/uapi/linux/prctl.h. The name is 16 bytes with its end. */
enum process_controls { PR_SET_NAME = 15, PR_GET_NAME = 16 };

#define PROCESS_NAME_BYTES 16u

static int32_t call_prctl(const uint32_t argument[])
{
    char *name = process_files->process_name;
    int32_t length;

    switch (argument[0]) {
    case PR_SET_NAME:
        length = user_read_text(name, argument[1], PROCESS_NAME_BYTES);
        name[PROCESS_NAME_BYTES - 1] = '\0'; /* a longer name is cut */
        return length == -LINUX_EFAULT ? length : 0;
    case PR_GET_NAME:
        return user_store(argument[1], name, PROCESS_NAME_BYTES);
    default:
        return -LINUX_EINVAL;
    }
}

/* Operations of include/uapi/linux/futex.h; the flags private and real-time clock are ignored. */
enum futex_operations {
    FUTEX_WAIT = 0,
    FUTEX_WAKE = 1,
    FUTEX_REQUEUE = 3,
    FUTEX_CMP_REQUEUE = 4,
    FUTEX_WAIT_BITSET = 9,
    FUTEX_WAKE_BITSET = 10,
};

#define FUTEX_OPERATION 0x7fu
#define FUTEX_REAL_TIME 0x100u

/* The limit is a period for FUTEX_WAIT and a time of a clock for FUTEX_WAIT_BITSET. */
static struct program_time futex_time_left(uint32_t operation, struct program_time limit)
{
    if ((operation & FUTEX_OPERATION) == FUTEX_WAIT)
        return limit;
    return program_clock_until(
        operation & FUTEX_REAL_TIME ? program_clock_real() : program_clock_monotonic(), limit);
}

/* No other thread could wake this one: it waits until its time has passed, or for a timer. */
static int32_t futex_wait(const uint32_t argument[], const struct program_time *time)
{
    struct program_time left;
    uint32_t value;

    if (user_load(&value, argument[0], sizeof value) != 0)
        return -LINUX_EFAULT;
    if (value != argument[2])
        return -LINUX_EAGAIN;
    if (argument[3] == 0) {
        if (!program_wait())
            process_end_with("the program waits for ever: no other thread can wake it");
        return -LINUX_EINTR;
    }
    left = futex_time_left(argument[1], *time);
    return program_sleep(&left) ? -LINUX_EINTR : -LINUX_ETIMEDOUT;
}

static int32_t futex(const uint32_t argument[], const struct program_time *time)
{
    uint32_t value;

    if (argument[0] % sizeof value != 0)
        return -LINUX_EINVAL;
    switch (argument[1] & FUTEX_OPERATION) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
        return futex_wait(argument, time);
    case FUTEX_CMP_REQUEUE:
        if (user_load(&value, argument[0], sizeof value) != 0)
            return -LINUX_EFAULT;
        return value != argument[5] ? -LINUX_EAGAIN : 0;
    case FUTEX_WAKE: /* no thread waits */
    case FUTEX_WAKE_BITSET:
    case FUTEX_REQUEUE:
        return 0;
    default:
        return -LINUX_ENOSYS;
    }
}

static bool futex_has_time(const uint32_t argument[])
{
    uint32_t operation = argument[1] & FUTEX_OPERATION;

    return (operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET) && argument[3] != 0;
}

static int32_t call_futex(const uint32_t argument[])
{
    struct program_time time = {0, 0};
    int32_t error = futex_has_time(argument) ? load_time_short(argument[3], &time) : 0;

    return error != 0 ? error : futex(argument, &time);
}

static int32_t call_futex_time64(const uint32_t argument[])
{
    struct program_time time = {0, 0};
    int32_t error = futex_has_time(argument) ? load_time_long(argument[3], &time) : 0;

    return error != 0 ? error : futex(argument, &time);
}

#define ROBUST_LIST_BYTES 12u /* struct robust_list_head */

/* The list is read when a thread ends before others. */
static int32_t call_set_robust_list(const uint32_t argument[])
{
    return argument[1] == ROBUST_LIST_BYTES ? 0 : -LINUX_EINVAL;
}

/* include/uapi/linux/rseq.h */
#define RSEQ_UNREGISTER    1u
#define RSEQ_BYTES         32u /* the least size, and the alignment */
#define RSEQ_UNINITIALIZED UINT32_MAX

/* Stores the processor's number, twice, in the area of restartable sequences. */
static int32_t rseq_set(uint32_t area, uint32_t processor)
{
    const uint32_t numbers[2] = {0, processor};

    return user_store(area, numbers, sizeof numbers);
}

static int32_t rseq_unregister(const uint32_t argument[])
{
    uint32_t *known = process_files->restartable;

    if (argument[2] & ~RSEQ_UNREGISTER || known[0] == 0 || argument[0] != known[0] ||
        argument[1] != known[1])
        return -LINUX_EINVAL;
    if (argument[3] != known[2])
        return -LINUX_EPERM;
    known[0] = 0;
    return rseq_set(argument[0], RSEQ_UNINITIALIZED);
}

/* The only thread is never interrupted by another, so that no sequence restarts. */
static int32_t call_rseq(const uint32_t argument[])
{
    uint32_t *known = process_files->restartable;

    if (argument[2] & RSEQ_UNREGISTER)
        return rseq_unregister(argument);
    if (argument[2] != 0)
        return -LINUX_EINVAL;
    if (known[0] != 0) {
        if (argument[0] != known[0] || argument[1] != known[1])
            return -LINUX_EINVAL;
        return argument[3] != known[2] ? -LINUX_EPERM : -LINUX_EBUSY;
    }
    if (argument[1] < RSEQ_BYTES || argument[0] % RSEQ_BYTES != 0)
        return -LINUX_EINVAL;
    if (rseq_set(argument[0], 0) != 0)
        return -LINUX_EFAULT;
    known[0] = argument[0];
    known[1] = argument[1];
    known[2] = argument[3];
    return 0;
}

#define PERSONALITY_LINUX 0u
#define PERSONALITY_QUERY 0xffffffffu

static int32_t call_personality(const uint32_t argument[])
{
    return argument[0] == PERSONALITY_LINUX || argument[0] == PERSONALITY_QUERY ? 0 : -LINUX_EINVAL;
}

const struct system_call system_info_calls[] = {
    {116, 1, "sysinfo", call_sysinfo},
    {122, 1, "uname", call_uname},
    {136, 1, "personality", call_personality},
    {158, 0, "sched_yield", call_sched_yield},
    {172, 5, "prctl", call_prctl},
    {240, 6, "futex", call_futex},
    {242, 3, "sched_getaffinity", call_sched_getaffinity},
    {311, 2, "set_robust_list", call_set_robust_list},
    {318, 3, "getcpu", call_getcpu},
    {355, 3, "getrandom", call_getrandom},
    {386, 4, "rseq", call_rseq},
    {422, 6, "futex_time64", call_futex_time64},
    {0, 0, NULL, NULL},
};
