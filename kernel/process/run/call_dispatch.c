/*
 * SPDX-License-Identifier: MIT
 * The index of system calls. Calls that are not in a table return ENOSYS, and are counted too.
 */
#include "kernel/process/run/call_dispatch.h"

#include <stdbool.h>
#include <stddef.h>

#include "kernel/process/linux_errno.h"
#include "kernel/process/process.h"
#include "kernel/process/signals/signal_state.h"

static const struct system_call **index;

void system_calls_install(const struct system_call **by_number)
{
    index = by_number;
    for (size_t i = 0; system_call_tables[i]; i++)
        for (const struct system_call *call = system_call_tables[i]; call->name; call++)
            index[call->number] = call;
}

const struct system_call *system_calls_find(uint32_t number)
{
    return number < PROCESS_MOST_CALLS ? index[number] : NULL;
}

void system_calls_handle(struct trap_frame *frame)
{
    const uint32_t number = frame->eax;
    const uint32_t argument[SYSTEM_CALL_ARGUMENTS] = {frame->ebx, frame->ecx, frame->edx,
                                                      frame->esi, frame->edi, frame->ebp};
    const struct system_call *call = system_calls_find(number);
    uint32_t counted = number < PROCESS_MOST_CALLS ? number : PROCESS_MOST_CALLS - 1;
    process.frame = frame;
    process_calls_made[counted]++;
    int32_t result = call ? call->function(argument) : -LINUX_ENOSYS;
    const bool sets_all = process.frame != frame; /* sigreturn has set all registers */
    if (!sets_all && result < 0 && result > -4096)
        process_calls_failed[counted]++;
    if (!sets_all)
        frame->eax = (uint32_t)result;
    signals_deliver_pending(frame);
}
