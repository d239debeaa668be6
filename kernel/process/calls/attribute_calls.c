/*
 * SPDX-License-Identifier: MIT
 * System calls that change permissions, owners and times of files.
 */
#include <stddef.h>

#include "kernel/process/calls/user_values.h"
#include "kernel/process/files/file_path.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/files/open_file.h"
#include "kernel/process/system_call.h"

#define CURRENT_DIRECTORY ((uint32_t)AT_FDCWD)

/* The node of a descriptor; AT_FDCWD has none. */
static int32_t node_of_descriptor(uint32_t descriptor, struct file_node **node)
{
    struct open_file *file = descriptor_file(descriptor);

    if (file == NULL)
        return -LINUX_EBADF;
    *node = file->node;
    return 0;
}

static int32_t change_mode(struct file_node *node, uint32_t mode)
{
    if (node_type(node) == S_IFLNK || node_type(node) == 0)
        return -LINUX_EOPNOTSUPP;
    node->mode = (node->mode & S_IFMT) | (mode & 07777);
    node_changed(node);
    return 0;
}

static int32_t call_chmod(const uint32_t argument[])
{
    struct file_node *node;
    int32_t error = path_node(AT_FDCWD, argument[0], true, &node);

    return error != 0 ? error : change_mode(node, argument[1]);
}

static int32_t call_fchmod(const uint32_t argument[])
{
    struct file_node *node;
    int32_t error = node_of_descriptor(argument[0], &node);

    return error != 0 ? error : change_mode(node, argument[1]);
}

static int32_t call_fchmodat(const uint32_t argument[])
{
    struct file_node *node;
    int32_t error = path_node((int32_t)argument[0], argument[1], true, &node);

    return error != 0 ? error : change_mode(node, argument[2]);
}

#define NO_CHANGE UINT32_MAX /* as owner or group */

/* Clears set-user-ID and set-group-ID of a program, as Linux does for root too. */
static int32_t change_owner(struct file_node *node, uint32_t owner, uint32_t group)
{
    if (owner != NO_CHANGE)
        node->owner = owner;
    if (group != NO_CHANGE)
        node->group = group;
    if (!node_is_directory(node))
        node->mode &= node->mode & 010 ? ~06000u : ~04000u;
    node_changed(node);
    return 0;
}

static uint32_t long_id(uint32_t id)
{
    return (id & 0xffff) == 0xffff ? NO_CHANGE : id & 0xffff;
}

static int32_t change_owner_of_path(uint32_t directory, uint32_t path, bool follow, uint32_t owner,
                                    uint32_t group)
{
    struct file_node *node;
    int32_t error = path_node((int32_t)directory, path, follow, &node);

    return error != 0 ? error : change_owner(node, owner, group);
}

static int32_t change_owner_of_descriptor(uint32_t descriptor, uint32_t owner, uint32_t group)
{
    struct file_node *node;
    int32_t error = node_of_descriptor(descriptor, &node);

    return error != 0 ? error : change_owner(node, owner, group);
}

static int32_t call_chown(const uint32_t argument[])
{
    return change_owner_of_path(CURRENT_DIRECTORY, argument[0], true, long_id(argument[1]),
                                long_id(argument[2]));
}

static int32_t call_lchown(const uint32_t argument[])
{
    return change_owner_of_path(CURRENT_DIRECTORY, argument[0], false, long_id(argument[1]),
                                long_id(argument[2]));
}

static int32_t call_fchown(const uint32_t argument[])
{
    return change_owner_of_descriptor(argument[0], long_id(argument[1]), long_id(argument[2]));
}

static int32_t call_chown32(const uint32_t argument[])
{
    return change_owner_of_path(CURRENT_DIRECTORY, argument[0], true, argument[1], argument[2]);
}

static int32_t call_lchown32(const uint32_t argument[])
{
    return change_owner_of_path(CURRENT_DIRECTORY, argument[0], false, argument[1], argument[2]);
}

static int32_t call_fchown32(const uint32_t argument[])
{
    return change_owner_of_descriptor(argument[0], argument[1], argument[2]);
}

static int32_t call_fchownat(const uint32_t argument[])
{
    if (argument[4] & ~(uint32_t)AT_SYMLINK_NOFOLLOW)
        return -LINUX_EINVAL;
    return change_owner_of_path(argument[0], argument[1], !(argument[4] & AT_SYMLINK_NOFOLLOW),
                                argument[2], argument[3]);
}

/* Values of tv_nsec for utimensat(). */
#define TIME_NOW  0x3fffffffu
#define TIME_OMIT 0x3ffffffeu

/* Sets the times of access and of change; NULL: now. */
static int32_t change_times(struct file_node *node, const struct program_time time[2])
{
    struct program_time now = program_clock_real();
    struct program_time *place[2] = {&node->accessed, &node->modified};

    for (unsigned i = 0; i < 2; i++) {
        if (time == NULL || time[i].nanoseconds == TIME_NOW)
            *place[i] = now;
        else if (time[i].nanoseconds != TIME_OMIT)
            *place[i] = time[i];
    }
    node->changed = now;
    return 0;
}

static int32_t times_of_path(uint32_t directory, uint32_t path, bool follow,
                             const struct program_time time[2])
{
    struct file_node *node;
    int32_t error = path == 0 ? node_of_descriptor(directory, &node)
                              : path_node((int32_t)directory, path, follow, &node);

    return error != 0 ? error : change_times(node, time);
}

static int32_t call_utime(const uint32_t argument[])
{
    struct program_time time[2] = {{0, 0}, {0, 0}};
    int32_t seconds[2]; /* struct utimbuf */

    if (argument[1] != 0) {
        if (user_load(seconds, argument[1], sizeof seconds) != 0)
            return -LINUX_EFAULT;
        time[0].seconds = seconds[0];
        time[1].seconds = seconds[1];
    }
    return argument[0] == 0 ? -LINUX_EFAULT
                            : times_of_path(CURRENT_DIRECTORY, argument[0], true,
                                            argument[1] != 0 ? time : NULL);
}

/* Loads two times whose fractions are microseconds. */
static int32_t load_microseconds(uint32_t from, struct program_time time[2])
{
    int32_t values[4]; /* two of struct timeval */

    if (user_load(values, from, sizeof values) != 0)
        return -LINUX_EFAULT;
    for (unsigned i = 0; i < 2; i++) {
        if (values[2 * i + 1] < 0 || values[2 * i + 1] >= 1000000)
            return -LINUX_EINVAL;
        time[i] = (struct program_time){values[2 * i], (uint32_t)values[2 * i + 1] * 1000};
    }
    return 0;
}

static int32_t call_futimesat(const uint32_t argument[])
{
    struct program_time time[2];
    int32_t error = argument[2] != 0 ? load_microseconds(argument[2], time) : 0;

    return error != 0
               ? error
               : times_of_path(argument[0], argument[1], true, argument[2] != 0 ? time : NULL);
}

static int32_t call_utimes(const uint32_t argument[])
{
    const uint32_t at[] = {CURRENT_DIRECTORY, argument[0], argument[1]};

    return argument[0] == 0 ? -LINUX_EFAULT : call_futimesat(at);
}

static bool is_nanoseconds(uint32_t value)
{
    return value < NANOSECONDS || value == TIME_NOW || value == TIME_OMIT;
}

static int32_t times_at(const uint32_t argument[], const struct program_time *time)
{
    uint32_t flags = argument[3];

    if (time != NULL &&
        (!is_nanoseconds(time[0].nanoseconds) || !is_nanoseconds(time[1].nanoseconds)))
        return -LINUX_EINVAL;
    if (time != NULL && time[0].nanoseconds == TIME_OMIT && time[1].nanoseconds == TIME_OMIT)
        return 0;
    if (flags & ~(uint32_t)AT_SYMLINK_NOFOLLOW || (argument[1] == 0 && flags != 0))
        return -LINUX_EINVAL;
    if (argument[1] == 0 && (int32_t)argument[0] == AT_FDCWD)
        return -LINUX_EFAULT;
    return times_of_path(argument[0], argument[1], !(flags & AT_SYMLINK_NOFOLLOW), time);
}

/* Sets the times that two pairs of seconds and nanoseconds give. */
static int32_t times_of_pairs(const uint32_t argument[], const int64_t value[4])
{
    const struct program_time time[2] = {{value[0], (uint32_t)value[1]},
                                         {value[2], (uint32_t)value[3]}};

    return times_at(argument, time);
}

static int32_t call_utimensat(const uint32_t argument[])
{
    int32_t value[4]; /* two of struct timespec */

    if (argument[2] == 0)
        return times_at(argument, NULL);
    if (user_load(value, argument[2], sizeof value) != 0)
        return -LINUX_EFAULT;
    return times_of_pairs(argument, (const int64_t[]){value[0], value[1], value[2], value[3]});
}

static int32_t call_utimensat_time64(const uint32_t argument[])
{
    int64_t value[4]; /* two of struct __kernel_timespec */

    if (argument[2] == 0)
        return times_at(argument, NULL);
    return user_load(value, argument[2], sizeof value) != 0 ? -LINUX_EFAULT
                                                            : times_of_pairs(argument, value);
}

const struct system_call attribute_calls[] = {
    {15, 2, "chmod", call_chmod},
    {16, 3, "lchown", call_lchown},
    {30, 2, "utime", call_utime},
    {94, 2, "fchmod", call_fchmod},
    {95, 3, "fchown", call_fchown},
    {182, 3, "chown", call_chown},
    {198, 3, "lchown32", call_lchown32},
    {207, 3, "fchown32", call_fchown32},
    {212, 3, "chown32", call_chown32},
    {271, 2, "utimes", call_utimes},
    {298, 5, "fchownat", call_fchownat},
    {299, 3, "futimesat", call_futimesat},
    {306, 3, "fchmodat", call_fchmodat},
    {320, 4, "utimensat", call_utimensat},
    {412, 4, "utimensat_time64", call_utimensat_time64},
    {0, 0, NULL, NULL},
};
