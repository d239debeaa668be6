/*
 * SPDX-License-Identifier: MIT
 * System calls that wait for descriptors: the poll and select families. A wait ends at once and
 * sets the program's clock forward; one without an end ends the run.
 */
#include <stdbool.h>
#include <stddef.h>

#include "kernel/process/calls/time_values.h"
#include "kernel/process/calls/user_values.h"
#include "kernel/process/calls/waits.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/files/ready_events.h"
#include "kernel/process/process_end.h"
#include "kernel/process/signals/program_timers.h"
#include "kernel/process/signals/signal_state.h"
#include "kernel/process/system_call.h"

#define POLL_ALWAYS (POLLERR | POLLHUP | POLLNVAL)

static uint32_t descriptor_events(uint32_t descriptor)
{
    const struct open_file *file = descriptor_file(descriptor);

    return file == NULL ? POLLNVAL : open_file_events(file);
}

int32_t wait_for_nothing(struct program_time *limit)
{
    if (limit != NULL)
        return program_sleep(limit) ? -LINUX_EINTR : 0;
    if (!program_wait())
        process_end_with("the program waits for ever: no descriptor can become ready");
    return -LINUX_EINTR;
}

struct polled {
    int32_t descriptor;
    uint16_t events, results;
};

static int32_t poll_all(uint32_t address, uint32_t count, struct program_time *limit)
{
    struct polled each;
    int32_t ready = 0;

    if (count > process_files->descriptor_limit)
        return -LINUX_EINVAL;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = address + i * sizeof each;

        if (user_load(&each, at, sizeof each) != 0)
            return -LINUX_EFAULT;
        each.results = each.descriptor < 0
                           ? 0
                           : (uint16_t)(descriptor_events((uint32_t)each.descriptor) &
                                        (each.events | POLL_ALWAYS));
        ready += each.results != 0;
        if (user_store(at, &each, sizeof each) != 0)
            return -LINUX_EFAULT;
    }
    return ready == 0 ? wait_for_nothing(limit) : ready;
}

static int32_t call_poll(const uint32_t argument[])
{
    uint32_t milliseconds = argument[2];
    struct program_time limit = {milliseconds / 1000, milliseconds % 1000 * 1000000};

    return poll_all(argument[0], argument[1], (int32_t)milliseconds < 0 ? NULL : &limit);
}

static int32_t load_limit(uint32_t from, bool is_long, struct program_time *limit)
{
    return is_long ? load_time_long(from, limit) : load_time_short(from, limit);
}

int32_t load_wait_mask(uint32_t from, uint32_t bytes)
{
    uint64_t mask;

    if (from == 0)
        return 0;
    if (bytes != sizeof mask)
        return -LINUX_EINVAL;
    if (user_load(&mask, from, sizeof mask) != 0)
        return -LINUX_EFAULT;
    signals_block_for_wait(mask);
    return 0;
}

static int32_t poll_with_limit(const uint32_t argument[], bool is_long)
{
    struct program_time limit;
    int32_t error = argument[2] == 0 ? 0 : load_limit(argument[2], is_long, &limit);

    if (error == 0)
        error = load_wait_mask(argument[3], argument[4]);
    return error != 0 ? error
                      : poll_all(argument[0], argument[1], argument[2] == 0 ? NULL : &limit);
}

static int32_t call_ppoll(const uint32_t argument[])
{
    return poll_with_limit(argument, false);
}

static int32_t call_ppoll_time64(const uint32_t argument[])
{
    return poll_with_limit(argument, true);
}

#define SETS      3u /* to read, to write, exceptions */
#define SET_WORDS (DESCRIPTORS / 32)

static const uint32_t set_events[SETS] = {POLLIN | POLLHUP | POLLERR, POLLOUT | POLLERR, 0};

/* Finds which descriptors of one word of a set are ready. Returns their number, or an error. */
static int32_t select_word(uint32_t first, uint32_t wanted, uint32_t events, uint32_t *ready)
{
    int32_t found = 0;

    *ready = 0;
    for (uint32_t bit = 0; bit < 32; bit++) {
        uint32_t state;

        if (!(wanted >> bit & 1))
            continue;
        state = descriptor_events(first + bit);
        if (state & POLLNVAL)
            return -LINUX_EBADF;
        if (state & events) {
            *ready |= 1u << bit;
            found++;
        }
    }
    return found;
}

static int32_t select_set(uint32_t descriptors, uint32_t address, uint32_t events, uint32_t *ready)
{
    int32_t found = 0;

    for (uint32_t word = 0; word * 32 < descriptors; word++) {
        uint32_t left = descriptors - word * 32, wanted;
        int32_t result;

        if (user_load(&wanted, address + word * 4, sizeof wanted) != 0)
            return -LINUX_EFAULT;
        if (left < 32)
            wanted &= (1u << left) - 1;
        result = select_word(word * 32, wanted, events, &ready[word]);
        if (result < 0)
            return result;
        found += result;
    }
    return found;
}

static int32_t select_all(const uint32_t argument[], struct program_time *limit)
{
    uint32_t ready[SETS][SET_WORDS], descriptors = argument[0];
    int32_t found = 0;

    if ((int32_t)descriptors < 0)
        return -LINUX_EINVAL;
    if (descriptors > process_files->descriptor_limit)
        descriptors = process_files->descriptor_limit;
    for (uint32_t set = 0; set < SETS; set++) {
        int32_t result = argument[1 + set] == 0 ? 0
                                                : select_set(descriptors, argument[1 + set],
                                                             set_events[set], ready[set]);

        if (result < 0)
            return result;
        found += result;
    }
    if (found == 0 && wait_for_nothing(limit) != 0)
        return -LINUX_EINTR;
    for (uint32_t set = 0; set < SETS; set++)
        if (user_store_if(argument[1 + set], ready[set], (descriptors + 31) / 32 * 4) != 0)
            return -LINUX_EFAULT;
    return found;
}

/* The limit is a struct timeval. The remaining time is stored: all of it, or after a wait 0. */
static int32_t call_select(const uint32_t argument[])
{
    struct program_time limit;
    int32_t values[2], found;

    if (argument[4] == 0)
        return select_all(argument, NULL);
    if (user_load(values, argument[4], sizeof values) != 0)
        return -LINUX_EFAULT;
    if (values[0] < 0 || values[1] < 0)
        return -LINUX_EINVAL;
    limit = (struct program_time){values[0] + values[1] / 1000000,
                                  (uint32_t)(values[1] % 1000000) * 1000};
    found = select_all(argument, &limit);
    if (found == 0)
        limit = (struct program_time){0, 0};
    values[0] = (int32_t)limit.seconds;
    values[1] = (int32_t)(limit.nanoseconds / 1000);
    if (found == 0 || found == -LINUX_EINTR)
        user_store(argument[4], values, sizeof values);
    return found;
}

/* The last argument points to a pointer to the mask and its size. */
static int32_t select_with_limit(const uint32_t argument[], bool is_long)
{
    struct program_time limit;
    uint32_t mask[2] = {0, 0};
    int32_t error = argument[5] == 0 ? 0 : user_load(mask, argument[5], sizeof mask);

    if (error == 0 && argument[4] != 0)
        error = load_limit(argument[4], is_long, &limit);
    if (error == 0)
        error = load_wait_mask(mask[0], mask[1]);
    return error != 0 ? error : select_all(argument, argument[4] == 0 ? NULL : &limit);
}

static int32_t call_pselect6(const uint32_t argument[])
{
    return select_with_limit(argument, false);
}

static int32_t call_pselect6_time64(const uint32_t argument[])
{
    return select_with_limit(argument, true);
}

/* select() of 1992 has one argument, a pointer to the five. */
static int32_t call_old_select(const uint32_t argument[])
{
    uint32_t five[5];

    return user_load(five, argument[0], sizeof five) != 0 ? -LINUX_EFAULT : call_select(five);
}

const struct system_call waiting_calls[] = {
    {82, 1, "select", call_old_select},
    {142, 5, "_newselect", call_select},
    {168, 3, "poll", call_poll},
    {308, 6, "pselect6", call_pselect6},
    {309, 5, "ppoll", call_ppoll},
    {413, 6, "pselect6_time64", call_pselect6_time64},
    {414, 5, "ppoll_time64", call_ppoll_time64},
    {0, 0, NULL, NULL},
};
