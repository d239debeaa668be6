/*
 * SPDX-License-Identifier: MIT
 * The list of the tables in this directory.
 */
#include <stddef.h>

#include "kernel/process/system_call.h"

const struct system_call *const system_call_tables[] = {
    memory_calls,     process_calls, signal_calls,        file_calls,
    descriptor_calls, status_calls,  directory_calls,     attribute_calls,
    identity_calls,   time_calls,    limit_calls,         system_info_calls,
    waiting_calls,    timer_calls,   signal_wait_calls,   scheduling_calls,
    storage_calls,    socket_calls,  extended_attributes, event_counter_calls,
    epoll_calls,      NULL};
