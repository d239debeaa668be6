/*
 * SPDX-License-Identifier: MIT
 * Carries out INT 80h: finds the call's row, and counts it.
 */
#pragma once

#include "boot/descriptors.h"
#include "kernel/process/system_call.h"

/* The calls of a number in the current run. */
struct call_count {
    uint32_t made, failed; /* failed: those that returned an error */
};

/* Takes memory for the index of all tables by number. Returns 0 or -1. */
int system_calls_allocate(void);

/* Sets all counts to 0. */
void system_calls_reset(void);

/* Returns the count of a number below PROCESS_MOST_CALLS. */
struct call_count system_calls_count(uint32_t number);

/* Carries out the call in the frame, and sets its EAX. */
void system_calls_handle(struct trap_frame *frame);

/* Returns the row of a number, or NULL if the call is unknown. */
const struct system_call *system_calls_find(uint32_t number);
