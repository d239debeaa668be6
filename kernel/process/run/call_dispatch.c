/*
 * SPDX-License-Identifier: MIT
 * The index of system calls. Calls that are not in a table return ENOSYS, and are counted too.
 */
#include "kernel/process/run/call_dispatch.h"

#include <stdbool.h>
#include <stddef.h>

#include "kernel/machine/memory.h"
#include "kernel/process/linux_errno.h"
#include "kernel/process/process.h"
#include "kernel/process/run/call_sites.h"
#include "kernel/process/signals/program_timers.h"
#include "kernel/process/signals/signal_state.h"

/* By number; unknown calls beyond the last one count as the last one. */
static struct call_entry {
    const struct system_call *call; /* NULL: unknown */
    struct call_count count;
} * entries;

int system_calls_allocate(void)
{
    entries = memory_allocate(PROCESS_MOST_CALLS * sizeof *entries);
    if (!entries)
        return -1;
    for (size_t i = 0; system_call_tables[i]; i++)
        for (const struct system_call *call = system_call_tables[i]; call->name; call++)
            entries[call->number].call = call;
    return 0;
}

void system_calls_reset(void)
{
    for (uint32_t number = 0; number < PROCESS_MOST_CALLS; number++)
        entries[number].count = (struct call_count){0, 0};
    call_sites_reset();
}

struct call_count system_calls_count(uint32_t number)
{
    return entries[number].count;
}

const struct system_call *system_calls_find(uint32_t number)
{
    return number < PROCESS_MOST_CALLS ? entries[number].call : NULL;
}

void system_calls_handle(struct trap_frame *frame)
{
    const uint32_t number = frame->eax;
    const uint32_t argument[SYSTEM_CALL_ARGUMENTS] = {frame->ebx, frame->ecx, frame->edx,
                                                      frame->esi, frame->edi, frame->ebp};
    const struct system_call *call = system_calls_find(number);
    const uint32_t counted = number < PROCESS_MOST_CALLS ? number : PROCESS_MOST_CALLS - 1;
    struct call_count *count = &entries[counted].count;
    process.frame = frame;
    count->made++;
    int32_t result = call ? call->function(argument) : -LINUX_ENOSYS;
    const bool sets_all = process.frame != frame; /* sigreturn has set all registers */
    if (!sets_all) {
        count->failed += result < 0 && result > -4096;
        frame->eax = (uint32_t)result;
        if (result == -LINUX_ENOSYS)
            call_sites_add(counted, frame);
    }
    if (sets_all || result != -LINUX_EINTR)
        signals_restore_mask();
    program_timers_send();
    signals_deliver_pending(frame);
}
