/*
 * SPDX-License-Identifier: MIT
 * System calls on scheduling and on locked memory. They have no effect on the only process, whose
 * memory is never moved to a disk; what they set can be read.
 */
#include <stdbool.h>
#include <stddef.h>

#include "kernel/process/calls/time_values.h"
#include "kernel/process/calls/user_values.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/process.h"
#include "kernel/process/system_call.h"

/* include/uapi/linux/sched.h */
enum policies { SCHED_NORMAL, SCHED_FIFO, SCHED_RR, SCHED_BATCH, SCHED_IDLE = 5, SCHED_DEADLINE };

#define SCHED_RESET_ON_FORK 0x40000000u
#define PRIORITY_MOST       99 /* of SCHED_FIFO and SCHED_RR, which begin at 1 */

static bool is_real_time(uint32_t policy)
{
    return policy == SCHED_FIFO || policy == SCHED_RR;
}

/* Checks the process number of a call. */
static int32_t scheduled_process(uint32_t number)
{
    if ((int32_t)number < 0)
        return -LINUX_EINVAL;
    return number == 0 || number == PROCESS_NUMBER ? 0 : -LINUX_ESRCH;
}

static int32_t scheduling_set(uint32_t policy, int32_t priority)
{
    const uint32_t plain = policy & ~SCHED_RESET_ON_FORK;

    if (plain > SCHED_IDLE || plain == 4 || priority < 0 || priority > PRIORITY_MOST ||
        is_real_time(plain) != (priority != 0))
        return -LINUX_EINVAL;
    process_files->policy = policy;
    process_files->priority = priority;
    return 0;
}

/* Loads the priority, in the order of Linux's checks. */
static int32_t load_priority(uint32_t number, uint32_t from, int32_t *priority)
{
    if (from == 0 || (int32_t)number < 0)
        return -LINUX_EINVAL;
    if (user_load(priority, from, sizeof *priority) != 0)
        return -LINUX_EFAULT;
    return scheduled_process(number);
}

static int32_t call_sched_setparam(const uint32_t argument[])
{
    int32_t priority, error = load_priority(argument[0], argument[1], &priority);

    return error != 0 ? error : scheduling_set(process_files->policy, priority);
}

static int32_t call_sched_setscheduler(const uint32_t argument[])
{
    int32_t priority, error;

    if ((int32_t)argument[1] < 0)
        return -LINUX_EINVAL;
    error = load_priority(argument[0], argument[2], &priority);
    return error != 0 ? error : scheduling_set(argument[1], priority);
}

static int32_t call_sched_getparam(const uint32_t argument[])
{
    int32_t error = argument[1] == 0 ? -LINUX_EINVAL : scheduled_process(argument[0]);

    return error != 0
               ? error
               : user_store(argument[1], &process_files->priority, sizeof process_files->priority);
}

static int32_t call_sched_getscheduler(const uint32_t argument[])
{
    int32_t error = scheduled_process(argument[0]);

    return error != 0 ? error : (int32_t)process_files->policy;
}

static int32_t priority_bound(uint32_t policy, int32_t of_real_time)
{
    if (is_real_time(policy))
        return of_real_time;
    return policy > SCHED_DEADLINE || policy == 4 ? -LINUX_EINVAL : 0;
}

static int32_t call_sched_get_priority_max(const uint32_t argument[])
{
    return priority_bound(argument[0], PRIORITY_MOST);
}

static int32_t call_sched_get_priority_min(const uint32_t argument[])
{
    return priority_bound(argument[0], 1);
}

#define SLICE_NANOSECONDS 100000000 /* of SCHED_RR on Linux */

static int32_t call_sched_rr_get_interval(const uint32_t argument[])
{
    static const int32_t slice[2] = {0, SLICE_NANOSECONDS};
    int32_t error = scheduled_process(argument[0]);

    return error != 0 ? error : user_store(argument[1], slice, sizeof slice);
}

static int32_t call_sched_rr_get_interval_time64(const uint32_t argument[])
{
    static const int64_t slice[2] = {0, SLICE_NANOSECONDS};
    int32_t error = scheduled_process(argument[0]);

    return error != 0 ? error : user_store(argument[1], slice, sizeof slice);
}

/* The machine's one processor must be in the mask. */
static int32_t call_sched_setaffinity(const uint32_t argument[])
{
    uint32_t mask = 0, bytes = argument[1] < sizeof mask ? argument[1] : sizeof mask;

    if (user_load(&mask, argument[2], bytes) != 0)
        return -LINUX_EFAULT;
    if (argument[0] != 0 && argument[0] != PROCESS_NUMBER)
        return -LINUX_ESRCH;
    return mask & 1 ? 0 : -LINUX_EINVAL;
}

#define NICE_LEAST (-20)
#define NICE_MOST  19

static int32_t call_nice(const uint32_t argument[])
{
    int32_t change = (int32_t)argument[0], nice;

    change = change < -40 ? -40 : change > 40 ? 40 : change;
    nice = process_files->nice + change;
    process_files->nice = nice < NICE_LEAST ? NICE_LEAST : nice > NICE_MOST ? NICE_MOST : nice;
    return 0;
}

/* ---- locked memory --------------------------------------------------------------------------- */

#define PAGE_BYTES    4096u
#define MLOCK_ONFAULT 1u
#define MCL_ONFAULT   4u
#define MCL_KNOWN     7u /* MCL_CURRENT, MCL_FUTURE, MCL_ONFAULT */

/* Whole pages; each must be the program's. */
static int32_t memory_lock(uint32_t start, uint32_t bytes)
{
    const uint32_t before = start % PAGE_BYTES;
    const uint32_t whole = (bytes + before + PAGE_BYTES - 1) & ~(PAGE_BYTES - 1);

    start -= before;
    if (start + whole < start)
        return -LINUX_EINVAL;
    return user_accessible(start, whole, false) == whole ? 0 : -LINUX_ENOMEM;
}

static int32_t call_mlock(const uint32_t argument[])
{
    return memory_lock(argument[0], argument[1]);
}

static int32_t call_mlock2(const uint32_t argument[])
{
    return argument[2] & ~MLOCK_ONFAULT ? -LINUX_EINVAL : memory_lock(argument[0], argument[1]);
}

static int32_t call_mlockall(const uint32_t argument[])
{
    const bool known = argument[0] && !(argument[0] & ~MCL_KNOWN) && argument[0] != MCL_ONFAULT;

    return known ? 0 : -LINUX_EINVAL;
}

static int32_t call_munlockall(const uint32_t argument[])
{
    (void)argument;
    return 0;
}

const struct system_call scheduling_calls[] = {
    {34, 1, "nice", call_nice},
    {150, 2, "mlock", call_mlock},
    {151, 2, "munlock", call_mlock},
    {152, 1, "mlockall", call_mlockall},
    {153, 0, "munlockall", call_munlockall},
    {154, 2, "sched_setparam", call_sched_setparam},
    {155, 2, "sched_getparam", call_sched_getparam},
    {156, 3, "sched_setscheduler", call_sched_setscheduler},
    {157, 1, "sched_getscheduler", call_sched_getscheduler},
    {159, 1, "sched_get_priority_max", call_sched_get_priority_max},
    {160, 1, "sched_get_priority_min", call_sched_get_priority_min},
    {161, 2, "sched_rr_get_interval", call_sched_rr_get_interval},
    {241, 3, "sched_setaffinity", call_sched_setaffinity},
    {376, 3, "mlock2", call_mlock2},
    {423, 2, "sched_rr_get_interval_time64", call_sched_rr_get_interval_time64},
    {0, 0, NULL, NULL},
};
