/*
 * SPDX-License-Identifier: MIT
 * Carries out INT 80h: finds the call's row, and counts it.
 */
#pragma once

#include "boot/descriptors.h"
#include "kernel/process/system_call.h"

/* Fills the index of all tables by number, which has PROCESS_MOST_CALLS entries. */
void system_calls_install(const struct system_call **by_number);

/* Carries out the call in the frame, and sets its EAX. */
void system_calls_handle(struct trap_frame *frame);

/* Returns the row of a number, or NULL if the call is unknown. */
const struct system_call *system_calls_find(uint32_t number);
