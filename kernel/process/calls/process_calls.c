/*
 * SPDX-License-Identifier: MIT
 * The end of a program, and its thread-local variables.
 */
#include <stddef.h>

#include "kernel/process/linux_errno.h"
#include "kernel/process/process.h"
#include "kernel/process/process_end.h"
#include "kernel/process/run/process_tables.h"
#include "kernel/process/system_call.h"
#include "kernel/process/memory/user_memory.h"

/* Linux's struct user_desc (arch/x86/include/uapi/asm/ldt.h). */
struct user_segment {
    uint32_t entry, base, limit, flags;
};

/* Bits of `flags`. */
enum {
    SEGMENT_32_BIT = 1 << 0,
    SEGMENT_CONTENTS = 3 << 1,
    SEGMENT_READ_ONLY = 1 << 3,
    SEGMENT_IN_PAGES = 1 << 4,
    SEGMENT_NOT_PRESENT = 1 << 5,
    SEGMENT_USEABLE = 1 << 6,
};

static int32_t call_exit(const uint32_t argument[])
{
    process_exit((int)argument[0]);
}

/* An entry that is empty in Linux's sense: read-only, not present, all else 0. */
static int segment_is_empty(const struct user_segment *segment)
{
    return !segment->base && !segment->limit &&
           (segment->flags & ~(uint32_t)SEGMENT_CONTENTS) ==
               (SEGMENT_READ_ONLY | SEGMENT_NOT_PRESENT);
}

/* Builds a data segment for ring 3 (Intel SDM volume 3, figure 3-8). */
static void segment_set(const struct user_segment *segment)
{
    const uint32_t flags = segment->flags;
    uint32_t low = segment->base << 16 | (segment->limit & 0xFFFF);
    uint32_t high = (segment->base & 0xFF000000) | (segment->base >> 16 & 0xFF) |
                    (segment->limit & 0xF0000) | 0x7000u /* S, DPL 3 */ |
                    (flags & SEGMENT_CONTENTS) << 9;
    high |= flags & SEGMENT_READ_ONLY ? 0 : 1u << 9;
    high |= 1u << 8; /* accessed, so that loading it writes nothing */
    high |= flags & SEGMENT_NOT_PRESENT ? 0 : 1u << 15;
    high |= flags & SEGMENT_USEABLE ? 1u << 20 : 0;
    high |= flags & SEGMENT_32_BIT ? 1u << 22 : 0;
    high |= flags & SEGMENT_IN_PAGES ? 1u << 23 : 0;
    if (segment_is_empty(segment))
        low = high = 0;
    process_tables_set_tls(segment->entry, low, high);
}

static uint32_t segment_find_free(void)
{
    for (uint32_t entry = PROCESS_TLS_FIRST; entry < PROCESS_TLS_FIRST + PROCESS_TLS_COUNT;
         entry++) {
        uint32_t low, high;
        process_tables_get_tls(entry, &low, &high);
        if (!low && !high)
            return entry;
    }
    return 0;
}

static int32_t call_set_thread_area(const uint32_t argument[])
{
    struct user_segment segment;
    if (user_read(&segment, argument[0], sizeof segment) != sizeof segment)
        return -LINUX_EFAULT;
    if (segment.entry == UINT32_MAX) {
        segment.entry = segment_find_free();
        if (!segment.entry)
            return -LINUX_ESRCH;
        if (user_write(argument[0], &segment.entry, sizeof segment.entry) != sizeof segment.entry)
            return -LINUX_EFAULT;
    }
    if (segment.entry < PROCESS_TLS_FIRST || segment.entry >= PROCESS_TLS_FIRST + PROCESS_TLS_COUNT)
        return -LINUX_EINVAL;
    segment_set(&segment);
    return 0;
}

static int32_t call_get_thread_area(const uint32_t argument[])
{
    struct user_segment segment;
    uint32_t low, high;
    if (user_read(&segment.entry, argument[0], sizeof segment.entry) != sizeof segment.entry)
        return -LINUX_EFAULT;
    if (segment.entry < PROCESS_TLS_FIRST || segment.entry >= PROCESS_TLS_FIRST + PROCESS_TLS_COUNT)
        return -LINUX_EINVAL;
    process_tables_get_tls(segment.entry, &low, &high);
    segment.base = low >> 16 | (high & 0xFF) << 16 | (high & 0xFF000000);
    segment.limit = (low & 0xFFFF) | (high & 0xF0000);
    segment.flags = (high >> 22 & 1) * SEGMENT_32_BIT | (high >> 9 & SEGMENT_CONTENTS) |
                    (high >> 9 & 1 ? 0 : SEGMENT_READ_ONLY) | (high >> 23 & 1) * SEGMENT_IN_PAGES |
                    (high >> 15 & 1 ? 0 : SEGMENT_NOT_PRESENT) | (high >> 20 & 1) * SEGMENT_USEABLE;
    if (user_write(argument[0], &segment, sizeof segment) != sizeof segment)
        return -LINUX_EFAULT;
    return 0;
}

/* The address would be cleared at the end of a thread; the result is the thread's number. */
static int32_t call_set_tid_address(const uint32_t argument[])
{
    (void)argument;
    return PROCESS_NUMBER;
}

const struct system_call process_calls[] = {
    {1, 1, "exit", call_exit},
    {243, 1, "set_thread_area", call_set_thread_area},
    {244, 1, "get_thread_area", call_get_thread_area},
    {252, 1, "exit_group", call_exit},
    {258, 1, "set_tid_address", call_set_tid_address},
    {0, 0, NULL, NULL},
};
